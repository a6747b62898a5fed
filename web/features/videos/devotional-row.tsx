import { BookOpenText } from "lucide-react";
import { devotionalRowMessages } from "#shared/messages/devotional-row.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";

/** The row mode that invites to the day's devotional instead of listing videos. */
export function DevotionalRow({ link }: { link: string }) {
  const texts = useTexts(devotionalRowMessages);
  return (
    <section
      aria-labelledby="devotional-heading"
      className="mt-10 flex flex-col items-start gap-4 rounded-card border border-line bg-gold-soft p-6 sm:flex-row sm:items-center lg:mt-14 lg:p-8"
    >
      <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-gold text-on-gold">
        <BookOpenText aria-hidden className="size-6" />
      </span>
      <div className="grow">
        <h2 id="devotional-heading" className="text-xl font-bold tracking-tight">
          {texts.title}
        </h2>
        <p className="mt-1 text-ink-soft">{texts.text}</p>
      </div>
      <Link to={link} className={buttonStyle("brand")}>
        {texts.link}
      </Link>
    </section>
  );
}
