import { once } from "node:events";
import { createServer } from "node:http";
import { DEFAULT_LANGUAGE, pageLanguage } from "#shared/languages.ts";

/** One HTML document with one image: the lower limit for any page with that image. */
export type LimitPage = { readonly url: string; close(): void };

/**
 * Serves the limit page on its own port.
 *
 * @param image body and type of the image on the measured page
 * @param size of the image in CSS pixels, as on the measured page
 */
export async function serveLimitPage(
  image: { body: Buffer; type: string },
  size: { width: number; height: number },
): Promise<LimitPage> {
  const html =
    `<!doctype html><html ${pageLanguage(DEFAULT_LANGUAGE)}><head><meta charset="utf-8"><title>Limit</title>` +
    `<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>` +
    `<body><img src="/picture" alt="" width="${size.width}" height="${size.height}"` +
    ` fetchpriority="high"></body></html>`;
  const server = createServer((request, response) => {
    const isImage = request.url === "/picture";
    response.writeHead(200, {
      "content-type": isImage ? image.type : "text/html; charset=utf-8",
      "cache-control": "no-store",
    });
    response.end(isImage ? image.body : html);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The limit page has no port");
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
