import { z } from "zod";
import { headersSettingError, statusSettingError } from "./protocol/errors.ts";

/** What functions of the database said about the answer, by settings of their transaction. */
export type ResponseOverrides = {
  /** Text of `response.status`; null when nothing was said. */
  readonly status: string | null;
  /** Text of `response.headers`: `[{"Cache-Control": "public"}, …]`. */
  readonly headers: string | null;
};

const headerList = z.array(z.record(z.string(), z.string()));
const bodiless = new Set([204, 205, 304]);

/**
 * The answer with the status and the headers that the database wants; headers that the answer needs
 * for itself are replaced too, as in the original.
 *
 * @throws RestError PGRST111, PGRST112 for what is neither.
 */
export function overridden(response: Response, overrides: ResponseOverrides): Response {
  const { headers } = response;
  if (overrides.headers !== null) {
    for (const [name, value] of readHeaders(overrides.headers)) headers.set(name, value);
  }
  if (overrides.status === null) return response;
  const status = Number(overrides.status);
  if (!/^[2-5]\d\d$/.test(overrides.status)) throw statusSettingError();
  return new Response(bodiless.has(status) ? null : response.body, { status, headers });
}

function readHeaders(text: string): [string, string][] {
  try {
    const list = headerList.parse(JSON.parse(text)).flatMap((one) => Object.entries(one));
    // Names and values that HTTP does not allow are found here.
    return [...new Headers(list)];
  } catch {
    throw headersSettingError();
  }
}
