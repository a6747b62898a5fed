import type { Context } from "hono";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import * as v from "valibot";
import { badJson } from "./auth-error.ts";
import type { BackendEnv } from "#backend/context.ts";
import { jsonObject } from "@reign-tv/kit/json-object.ts";

/** Absent and null mean "", like Go's zero value in supabase/auth. */
export const optionalText = v.nullish(v.string(), "");

export const optionalObject = v.nullish(jsonObject, null);

/**
 * Parses a JSON body; the gateway has limited its size, depth and keys.
 *
 * @throws AuthError 400 bad_json for another content type (a form could be sent cross-site,
 * R-27), invalid JSON, a field of the wrong type, and for values that PostgreSQL cannot store:
 * NUL, a lone surrogate, a number out of range.
 */
export async function readBody<T>(
  c: Context<BackendEnv>,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const type = c.req.header("content-type");
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
    throw badJson("The request body must be application/json");
  }
  const value = parseJson(await c.req.text());
  // v.object also accepts an array.
  if (Array.isArray(value) || !isStorable(value)) throw badJson();
  const result = v.safeParse(schema, value);
  if (!result.success) throw badJson();
  return result.output;
}

function isStorable(root: unknown): boolean {
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string" && !isStorableText(value)) return false;
    if (typeof value === "number" && !Number.isFinite(value)) return false;
    if (typeof value !== "object" || value === null) continue;
    if (!Object.keys(value).every(isStorableText)) return false;
    pending.push(...Object.values(value));
  }
  return true;
}

function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for the text form of a UUID; a uuid column rejects other text. */
export function isUuid(text: string): boolean {
  return UUID_PATTERN.test(text);
}
