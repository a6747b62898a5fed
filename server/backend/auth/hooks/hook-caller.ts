import { randomUUID } from "node:crypto";
import type { ISql } from "postgres";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { AuthError, type AuthErrorStatus } from "#server/backend/auth/protocol/auth-error.ts";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import type { HookName, HookSettings } from "#server/backend/sign-in-settings.ts";
import { fetchBounded, OutboundError } from "#server/kit/http/http-client.ts";
import { parseJson } from "#server/kit/parse-json.ts";

/** How long a hook may take, and how much it may say. */
const LIMITS = { headMs: 5_000, totalMs: 5_000, maxBytes: 200 * 1_024 };
/** Calls of one event while a hook says that it is busy. */
const TRIES_MAX = 3;
const BUSY = new Set([429, 503]);
const SQL_URI = /^pg-functions:\/\/postgres\/([a-z_][a-z0-9_]*)\/([a-z_][a-z0-9_]*)$/;

/** Asks what the operator has set up for an event. */
export type HookCaller = {
  has(name: HookName): boolean;
  /**
   * Runs the hook of an event.
   *
   * @param sql where a hook in the database runs: within the transaction of the event, if there is one.
   * @returns what it answered; null where none is set up.
   * @throws AuthError what the hook refuses with; 500 hook_payload_invalid, hook_timeout.
   */
  call(name: HookName, payload: JsonObject, sql: ISql): Promise<JsonObject | null>;
};

const answerSchema = z.record(z.string(), z.json());
const refusalSchema = z.object({
  error: z.object({
    http_code: z.number().int().optional(),
    message: z.string().default(""),
  }),
});

export function createHookCaller(options: {
  readonly hooks: ReadonlyMap<HookName, HookSettings>;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}): HookCaller {
  const { hooks, fetch, now } = options;
  return {
    has: (name) => hooks.has(name),
    async call(name, payload, sql) {
      const hook = hooks.get(name);
      if (hook === undefined) return null;
      const [, schema, routine] = SQL_URI.exec(hook.uri) ?? [];
      const answer =
        schema === undefined || routine === undefined
          ? await callByHttp(hook, payload, { fetch, now })
          : await callBySql(sql, `${schema}.${routine}`, payload);
      return readAnswer(answer);
    },
  };
}

/** @throws AuthError what the hook refuses with. */
function readAnswer(answer: unknown): JsonObject {
  const refusal = refusalSchema.safeParse(answer);
  if (refusal.success) {
    const { http_code: status, message } = refusal.data.error;
    throw new AuthError(statusOf(status), "hook_error", message);
  }
  const parsed = answerSchema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new AuthError(
    500,
    "hook_payload_invalid",
    "The hook answered something else than an object",
  );
}

async function callBySql(sql: ISql, routine: string, payload: JsonObject): Promise<unknown> {
  const [row] = await sql<{ answer: unknown }[]>`
    select ${sql(routine)}(${sql.json(payload)}::jsonb) as answer`;
  return row?.answer ?? {};
}

async function callByHttp(
  hook: HookSettings,
  payload: JsonObject,
  deps: { readonly fetch: typeof globalThis.fetch; readonly now: () => number },
): Promise<unknown> {
  const body = JSON.stringify(payload);
  const id = randomUUID();
  for (let count = 1; ; count += 1) {
    const reply = await fetchBounded({
      fetch: deps.fetch,
      url: hook.uri,
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        ...signatureOf(hook, { id, body }, deps.now()),
      },
      limits: LIMITS,
    }).catch((error: unknown) => {
      const isLate = error instanceof OutboundError && error.fault === "timeout";
      const code = isLate ? "hook_timeout" : "unexpected_failure";
      throw new AuthError(500, code, "The hook could not be reached", { cause: error });
    });
    if (BUSY.has(reply.status) && count < TRIES_MAX) continue;
    if (reply.status === 204) return {};
    if (reply.status === 200 || reply.status === 202) return readReply(reply.bytes);
    const message = `The hook answered ${reply.status}`;
    throw new AuthError(500, "unexpected_failure", message);
  }
}

/** Headers by which a hook knows that we have called (Standard Webhooks). */
function signatureOf(
  { secrets }: HookSettings,
  { id, body }: { readonly id: string; readonly body: string },
  nowMs: number,
): Record<string, string> {
  const date = new Date(nowMs);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, date, body));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(nowMs / 1_000)),
    ...(signatures.length === 0 ? {} : { "webhook-signature": signatures.join(" ") }),
  };
}

/** A hook that answers nothing wants nothing changed. */
function readReply(bytes: Uint8Array): unknown {
  return bytes.byteLength === 0 ? {} : parseJson(new TextDecoder().decode(bytes));
}

/** A hook may refuse in its own words, but not with a status that clients take for something else. */
function statusOf(status: number | undefined): AuthErrorStatus {
  const known = [400, 401, 403, 404, 413, 422, 429] as const;
  return known.find((one) => one === status) ?? 500;
}
