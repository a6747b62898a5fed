import { z } from "zod";
import { RestError } from "./errors.ts";
import { parseJson } from "#server/kit/parse-json.ts";

/**
 * `raise sqlstate 'PGRST'`: a database function provides the whole error as JSON, the body in the
 * message, status and headers in the detail.
 */

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});
const raisedDetail = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
});

const MESSAGE_HINT =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const DETAIL_HINT =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

/** Returns the raised error, or PGRST121 when it cannot be parsed. */
export function raisedError(message: string, detail: string | undefined): RestError {
  const parsed = raisedMessage.safeParse(parseJson(message));
  if (!parsed.success)
    return unreadable(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_HINT);
  if (detail === undefined)
    return unreadable("DETAIL is missing in the RAISE statement", DETAIL_HINT);
  const sent = raisedDetail.safeParse(parseJson(detail));
  if (!sent.success) return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_HINT);
  const { code, message: text, details, hint } = parsed.data;
  return new RestError(sent.data.status, code, text, {
    details: details ?? null,
    hint: hint ?? null,
    headers: sent.data.headers,
  });
}

function unreadable(details: string, hint: string): RestError {
  const message = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`;
  return new RestError(500, "PGRST121", message, { details, hint });
}
