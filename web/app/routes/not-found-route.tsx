import { notFoundMessages } from "#shared/messages/not-found.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { Link } from "#web/ui/link.tsx";

/** Any unknown path; the server responds with status 404. */
export function Component() {
  const texts = useTexts(notFoundMessages);
  return (
    <div className="page flex min-h-[60vh] flex-col items-center justify-center py-16 text-center">
      <PageHead title={texts.heading} description={texts.hint} isHidden />
      <p aria-hidden className="text-5xl font-extrabold tracking-tight text-brand">
        {texts.title}
      </p>
      <h1 tabIndex={-1} className="mt-4 text-2xl font-extrabold tracking-tight">
        {texts.heading}
      </h1>
      <p className="mt-2 text-ink-soft">{texts.hint}</p>
      <Link to="/" className={buttonStyle("brand", "mt-6")}>
        {texts.returnHome}
      </Link>
    </div>
  );
}
