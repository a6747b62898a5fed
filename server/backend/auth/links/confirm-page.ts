import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { BackendEnv } from "#server/backend/context.ts";
import { chooseTexts } from "#server/backend/auth/protocol/select-locale.ts";
import type { BackendSettings } from "#server/backend/settings.ts";
import { htmlPage } from "#server/kit/html-page.ts";

const STYLE =
  "body{font:1.125rem/1.5 system-ui,sans-serif;color-scheme:light dark;max-width:26rem;margin:15vh auto;padding:0 1.5rem;text-align:center}" +
  "button{font:inherit;font-weight:600;padding:.75rem 2rem;border:0;border-radius:.75rem;background:#4a1f8f;color:#fff;cursor:pointer}";
/** No form-action: the redirect target may be an app or another allowed site. */
const POLICY = `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/**
 * Responds with a page that has one button instead of using the link. Link scanners do not press
 * buttons.
 *
 * @param action URL that the form posts to.
 */
export function continuePage(
  c: Context<BackendEnv>,
  { authTexts }: Pick<BackendSettings, "authTexts">,
  action: string,
): Response | Promise<Response> {
  const { language, continuePage: texts } = chooseTexts(
    authTexts,
    {},
    c.req.header("accept-language"),
  );
  const { title, text, go } = texts;
  c.header("content-security-policy", POLICY);
  // The URL of this page holds the link's token.
  c.header("referrer-policy", "no-referrer");
  c.header("vary", "accept-language, sec-fetch-dest");
  return c.html(
    htmlPage({
      language,
      title,
      head: html`${raw(`<style>${STYLE}</style>`)}`,
      body: html`
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
          <form method="post" action="${action}"><button>${go}</button></form>
        </main>
      `,
    }),
  );
}
