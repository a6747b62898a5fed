import { useEffect } from "react";
import { useRevalidator, useRouteError } from "react-router";
import { AppError } from "#shared/errors.ts";
import { reportError } from "#web/lib/report-error.ts";
import { useMessages } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";

/**
 * Error fallback of the specification, section 2: what went wrong and a way to try again. A failed
 * answer is asked for again in place. Anything else loads the page anew: a browser does not ask twice
 * for code that failed to arrive, and after an update that code has another address.
 */
export function ErrorScreen() {
  const { errors } = useMessages();
  const error = useRouteError();
  const revalidator = useRevalidator();

  useEffect(() => reportError(error), [error]);

  function tryAgain() {
    if (error instanceof AppError) void revalidator.revalidate();
    else window.location.reload();
  }

  return (
    <div className="page flex min-h-[60vh] flex-col items-center justify-center py-16 text-center">
      <CrownMark className="size-12" />
      <h1 tabIndex={-1} className="mt-4 text-3xl font-extrabold tracking-tight">
        {errors.somethingWentWrong}
      </h1>
      <p role="alert" className="mt-2 max-w-prose text-ink-soft">
        {messageOf(error, errors)}
      </p>
      <button type="button" onClick={tryAgain} className={buttonStyle("brand", "mt-6")}>
        {errors.tryAgain}
      </button>
    </div>
  );
}

function messageOf(error: unknown, texts: { offline: string; unexpected: string }): string {
  if (error instanceof AppError && error.code === "network") return texts.offline;
  // Code of a page that did not arrive, in the words of Chromium, Firefox and Safari.
  if (error instanceof TypeError && /imported module|module script/i.test(error.message)) {
    return texts.offline;
  }
  if (error instanceof Error && error.message !== "") return error.message;
  return texts.unexpected;
}
