import * as v from "valibot";
import { readText, storedKeys } from "#web/lib/storage/storage.ts";
import { needsMfa } from "./assurance.ts";
import { SESSION_KEY } from "./session-flag.ts";

const storedSchema = v.object({
  access_token: v.string(),
  user: v.object({
    id: v.string(),
    factors: v.optional(v.array(v.object({ status: v.string() }))),
  }),
});

/**
 * Id of the account whose whole session this browser keeps, or null: known at once and without a connection, before
 * the backend client is there.
 */
export function storedUserId(): string | null {
  const key = storedKeys().find((name) => SESSION_KEY.test(name));
  const stored = v.safeParse(storedSchema, parsed(key === undefined ? null : readText(key)));
  if (!stored.success || needsMfa(stored.output)) return null;
  return stored.output.user.id;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}
