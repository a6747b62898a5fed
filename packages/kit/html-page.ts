import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type HtmlString = HtmlEscapedString | Promise<HtmlEscapedString>;

type SmallDocument = {
  /** BCP 47 tag. */
  language: string;
  direction?: "ltr" | "rtl";
  title: string;
  /** Further elements of the head. */
  head: HtmlString;
  body: HtmlString;
  /** Extends the page under the notch of a phone. */
  isEdgeToEdge?: boolean;
};

/** A whole HTML document outside the web app; search engines must not list it. */
export function htmlPage(page: SmallDocument): HtmlString {
  const { language, direction, title, head, body, isEdgeToEdge = false } = page;
  const viewport = `width=device-width, initial-scale=1${isEdgeToEdge ? ", viewport-fit=cover" : ""}`;
  const attributes = html`lang="${language}"${direction === "rtl" ? raw(` dir="rtl"`) : ""}`;
  return html`<!doctype html>
    <html ${attributes}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="${viewport}" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}
