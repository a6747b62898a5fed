import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import type { ApiRole, Caller } from "#backend/database/caller.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { BACKEND_DEFAULTS } from "#backend/default-settings.ts";
import type { RestSettings } from "#backend/settings.ts";
import { createRest, type RestDeps } from "./rest.ts";
import { worldSql } from "./rest-world-schema.fixture.ts";
import { requestContextOf } from "@reign-tv/kit/http/request-context.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { createTestDatabase, type TestDatabase } from "#backend/testing/test-database.ts";

export const ANNA = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
export const BEN = "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb";

/** A raw response, for parts that the client hides. */
export type RawReply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
};

/** The REST service on its own database, without network. */
export type RestWorld = {
  readonly test: TestDatabase;
  readonly anon: SupabaseClient;
  readonly anna: SupabaseClient;
  readonly ben: SupabaseClient;
  readonly service: SupabaseClient;
  /** Sends one request below /rest/v1 as the named caller, from `x-test-address` if given. */
  raw(caller: CallerName, path: string, init?: RequestInit): Promise<RawReply>;
  close(): Promise<void>;
};

export type CallerName = "anon" | "anna" | "ben" | "service";

const callers: Readonly<Record<CallerName, Caller>> = {
  anon: callerOf("anon", null),
  anna: callerOf("authenticated", ANNA),
  ben: callerOf("authenticated", BEN),
  service: callerOf("service_role", null),
};

function callerOf(role: ApiRole, userId: string | null): Caller {
  return {
    role,
    claims: userId === null ? { role } : { role, sub: userId },
    userId,
    sessionId: null,
  };
}

/**
 * Builds a test database and service; a header names the caller in place of the gateway.
 *
 * @param schemaSql its content.
 */
export async function createRestWorld(
  settings: Partial<RestSettings> = {},
  schemaSql: string = worldSql(ANNA, BEN),
): Promise<RestWorld> {
  const test = await createTestDatabase();
  await test.admin.unsafe(schemaSql);
  const app = new Hono<BackendEnv>();
  app.use("*", async (c, next) => {
    c.set("requestId", "test");
    c.set("facts", requestContextOf(c.req.raw));
    c.set("clientAddress", c.req.header("x-test-address") ?? "127.0.0.1");
    c.set("caller", callers[parseCaller(c.req.header("authorization"))]);
    await next();
  });
  app.route("/rest/v1", createRest(depsOf(test, settings)));
  const send = async (request: Request): Promise<Response> => app.fetch(request);
  return {
    test,
    anon: clientOf("anon", send),
    anna: clientOf("anna", send),
    ben: clientOf("ben", send),
    service: clientOf("service", send),
    raw: async (caller, path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${caller}`);
      const response = await send(
        new Request(`http://rest.test/rest/v1${path}`, { ...init, headers }),
      );
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parseJson(text) };
    },
    close: () => test.close(),
  };
}

function depsOf(test: TestDatabase, settings: Partial<RestSettings>): RestDeps {
  return {
    database: test.database,
    log: createLogger("silent"),
    now: () => Date.now(),
    settings: { rest: { ...BACKEND_DEFAULTS.rest, ...settings } },
  };
}

function clientOf(name: CallerName, send: (request: Request) => Promise<Response>): SupabaseClient {
  return createClient("http://rest.test", "sb_publishable_test", {
    accessToken: () => Promise.resolve(name),
    global: { fetch: (input, init) => send(new Request(input, init)) },
  });
}

function parseCaller(authorization: string | undefined): CallerName {
  const name = authorization?.replace("Bearer ", "");
  return name === "anna" || name === "ben" || name === "service" ? name : "anon";
}
