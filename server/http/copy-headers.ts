import type { Context } from "hono";

/** Headers by which a client asks for a part of a file, or only for a newer one. */
export const RANGE_REQUEST_HEADERS = ["range", "if-range", "if-none-match"];

/** Copies the named headers of a request that it has, for a request that is made on its behalf. */
export function copyHeaders(
  { req }: Context,
  names: readonly string[],
  to: Readonly<Record<string, string>> = {},
): Headers {
  const headers = new Headers(to);
  for (const name of names) {
    const value = req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}
