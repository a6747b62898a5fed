import { useEffect, useState } from "react";
import { useRevalidator, useRouteError } from "react-router";
import { AppError } from "#shared/errors.ts";
import { isReachable } from "#web/lib/http/http.ts";
import { isChunkLoadError, reloadOnChunkError } from "#web/lib/chunk-load-error.ts";
import { reportError } from "#web/lib/report-error.ts";
import { useMessages } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";

/**
 * Error fallback (S2.35, S2.36): the reason and a way to try again. A failed request is repeated in
 * place. Anything else reloads the page: a browser does not retry a failed import, and after an
 * update the code has another URL. A chunk load error reloads by itself, once. The text says
 * "offline" only when the site does not respond.
 */
export function ErrorScreen() {
  const { errors } = useMessages();
  const error = useRouteError();
  const revalidator = useRevalidator();

  const [why, setWhy] = useState<"offline" | "server" | null>(null);

  useEffect(() => {
    reportError(error);
    async function find() {
      if (await reloadOnChunkError(error)) return;
      if (!isAboutConnection(error) || (await isReachable())) return;
      setWhy(navigator.onLine ? "server" : "offline");
    }
    void find();
  }, [error]);

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
        {why ? errors[why] : messageOf(error, errors)}
      </p>
      <button type="button" onClick={tryAgain} className={buttonStyle("brand", "mt-6")}>
        {errors.tryAgain}
      </button>
    </div>
  );
}

function isAboutConnection(error: unknown): boolean {
  return isChunkLoadError(error) || (error instanceof AppError && error.code === "network");
}

function messageOf(error: unknown, texts: { missingPart: string; unexpected: string }): string {
  if (isAboutConnection(error)) return texts.missingPart;
  if (error instanceof Error && error.message !== "") return error.message;
  return texts.unexpected;
}
