import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin } from "vite";
import { testSiteFacts } from "#tests/support/site-fixture.ts";
import { FRAME_SAYS, SITE_DATA_ID } from "./addresses.ts";

/** Draws a plain 16:9 image whose colour depends on the path. */
function placeholderImage(path: string): string {
  const [, , kind = "", id = ""] = path.split("/");
  const hue = Array.from(kind + id).reduce(
    (sum, character) => (sum * 31 + character.charCodeAt(0)) % 360,
    7,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9" preserveAspectRatio="xMidYMid slice">` +
    `<rect width="16" height="9" fill="hsl(${hue} 35% 45%)"/>` +
    `<circle cx="11.5" cy="3.2" r="1.4" fill="hsl(${hue} 60% 75%)"/>` +
    `<path d="M0 9 5 4l4 3.5L12 5l4 4z" fill="hsl(${hue} 40% 28%)"/></svg>`
  );
}

/** A player that posts the messages of its state to the page. */
const FRAME = `<!doctype html><html lang="en"><title>Player</title>
<body style="margin:0;background:#1b1430;color:#fff;font:1rem system-ui;display:grid;place-items:center;height:100vh">
<p>Player</p>
<script>
  const messages = window.frameElement?.ownerDocument.documentElement.dataset.${FRAME_SAYS} ?? "[]";
  for (const message of JSON.parse(messages)) parent.postMessage(message, location.origin);
</script>`;

/** Responds to requests for images, avatars and players. */
function respond({ url = "/" }: IncomingMessage, response: ServerResponse, next: () => void): void {
  const send = (type: string, body: string): void => {
    response.setHeader("content-type", type);
    response.end(body);
  };
  if (url.startsWith("/img/broken")) send("text/plain", "no placeholderImage");
  else if (/^\/(?:img|storage)\//.test(url)) send("image/svg+xml", placeholderImage(url));
  else if (url.startsWith("/embed/")) send("text/html; charset=utf-8", FRAME);
  else next();
}

/** Adds the site's data and placeholder files to the gallery's page, in development and in tests. */
export function placeholderServer(): Plugin {
  return {
    name: "gallery-placeholder-server",
    transformIndexHtml: () => [
      {
        tag: "script",
        attrs: { type: "application/json", id: SITE_DATA_ID },
        children: JSON.stringify(testSiteFacts()),
        injectTo: "head",
      },
    ],
    configureServer: ({ middlewares }) => void middlewares.use(respond),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(respond),
  };
}
