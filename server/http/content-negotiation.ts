import type { Encoding } from "#server/pages/page-cache.ts";

/** The best encoding that a client takes, from its Accept-Encoding header. */
export function preferredEncoding(acceptEncoding: string | undefined): Encoding {
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
