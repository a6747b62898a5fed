import type { Context } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import type { Caller } from "#backend/database/caller.ts";
import type { RestSettings } from "#backend/settings.ts";
import { bodyError, mediaTypeError, preferencesError, schemaError } from "./protocol/errors.ts";
import { negotiateMediaType, type MediaType } from "./grammar/http-headers.domain.ts";
import { parsePreferences, type Preferences } from "./grammar/preferences.domain.ts";

/** The HTTP part of a request; the grammar parses its query. */
export type RestRequest = {
  readonly caller: Caller;
  readonly clientAddress: string;
  readonly method: string;
  /** Path below /rest/v1; policies read it in `request.path`. */
  readonly path: string;
  /** For policies, without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly parameters: readonly (readonly [string, string])[];
  readonly preferences: Preferences;
  readonly mediaType: MediaType;
  readonly range: string | undefined;
  readonly contentType: string | undefined;
  /** The requested schema. */
  readonly schema: string;
  /** The client named the schema or had a choice, so the response names it too. */
  readonly namesSchema: boolean;
  readonly readText: () => Promise<string>;
  readonly readBytes: () => Promise<Uint8Array>;
};

const secretHeaders = new Set(["authorization", "apikey", "cookie"]);

/**
 * Reads the HTTP parts that every action needs.
 *
 * @param path of the resource below /rest/v1.
 * @throws RestError PGRST106, PGRST107, PGRST122.
 */
export function readRequest(
  c: Context<BackendEnv>,
  path: string,
  settings: RestSettings,
): RestRequest {
  const { method } = c.req;
  const isRead = method === "GET" || method === "HEAD";
  const profile = c.req.header(isRead ? "accept-profile" : "content-profile");
  const { schemas, plans } = settings;
  const schema = profile ?? schemas[0];
  if (!schemas.includes(schema)) throw schemaError(schema, schemas);
  const accept = c.req.header("accept");
  const mediaType = negotiateMediaType(accept, plans);
  if (mediaType === null) throw mediaTypeError(accept ?? "");
  const preferences = parsePreferences(c.req.header("prefer"));
  if (preferences.handling === "strict" && preferences.invalid.length > 0) {
    throw preferencesError(preferences.invalid);
  }
  const readBytes = async (): Promise<Uint8Array> => new Uint8Array(await c.req.arrayBuffer());
  return {
    caller: c.get("caller"),
    clientAddress: c.get("clientAddress"),
    method,
    path,
    headers: publicHeaders(c.req.header()),
    parameters: [...new URL(c.req.url).searchParams],
    preferences,
    mediaType,
    range: method === "GET" ? c.req.header("range") : undefined,
    contentType: c.req.header("content-type"),
    schema,
    namesSchema: profile !== undefined || schemas.length > 1,
    readText: async () => decodeText(await readBytes()),
    readBytes,
  };
}

function publicHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secretHeaders.has(name)));
}

/** Keeps a byte order mark, which the JSON parser rejects; rejects invalid UTF-8. */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw bodyError("The body is not valid UTF-8");
    throw error;
  }
}
