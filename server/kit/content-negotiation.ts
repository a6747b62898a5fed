import { memoise } from "./memoise.ts";

/** Encodings in which texts are sent, as Content-Encoding names them. */
export type Encoding = "br" | "gzip" | "identity";

/** Browsers of one make all send the same header. */
const REMEMBERED_HEADERS = 100;

/** The best encoding that a client takes, from its Accept-Encoding header. */
export const preferredEncoding = memoise(readPreferredEncoding, REMEMBERED_HEADERS);

function readPreferredEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = (acceptEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.trim().split(";"))
    .filter(([, quality]) => !/q=0(?:\.0*)?$/.test(quality?.trim() ?? ""))
    .map(([name]) => name);
  if (accepted.includes("br")) return "br";
  if (accepted.includes("gzip")) return "gzip";
  return "identity";
}
