import * as v from "valibot";
import { headersSettingError, statusSettingError } from "./protocol/errors.ts";

/** Response settings that database functions made in their transaction. */
export type ResponseOverrides = {
  /** Text of `response.status`; null when unset. */
  readonly status: string | null;
  /** Text of `response.headers`: `[{"Cache-Control": "public"}, …]`. */
  readonly headers: string | null;
};

const headerList = v.array(v.record(v.string(), v.string()));
const bodiless = new Set([204, 205, 304]);

/**
 * Returns the response with the database's status and headers. As in PostgREST, they also replace
 * headers that the response sets itself.
 *
 * @throws RestError PGRST111, PGRST112 for invalid settings.
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
    const list = v.parse(headerList, JSON.parse(text)).flatMap((one) => Object.entries(one));
    // The constructor rejects names and values that HTTP does not allow.
    return [...new Headers(list)];
  } catch {
    throw headersSettingError();
  }
}
