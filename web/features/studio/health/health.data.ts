import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { AppError } from "#shared/errors.ts";
import type { Language } from "#shared/languages.ts";
import {
  HEALTH_MAIL_PATH,
  HEALTH_PATH,
  healthSchema,
  type StudioHealth,
  type TestMailAnswer,
  testMailSchema,
} from "#shared/studio/health.ts";
import { assertSucceeded } from "#web/features/studio/kit/result.ts";
import { authorizationOf, type OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { browserFetch } from "#web/lib/http/http.ts";

const POLL_INTERVAL_MS = 30_000;

/** Health of the server with the device time of the response, ISO 8601. */
export type ReadHealth = StudioHealth & { readAt: string };

/** @throws AppError without a session or a response. */
async function requestHealth(open: OpenClient, path: string, method: string): Promise<unknown> {
  const authorization = await authorizationOf(open);
  const response = await browserFetch(path, { method, headers: { authorization } });
  if (!response.ok) throw new AppError("upstream_failed", response.status, "No health");
  return response.json();
}

/** Query of the health checks, refetched every 30 s. */
export function healthQuery(open: OpenClient): UseQueryOptions<ReadHealth> {
  return {
    queryKey: ["studio", "health"],
    refetchInterval: POLL_INTERVAL_MS,
    retry: false,
    async queryFn() {
      const health = v.parse(healthSchema, await requestHealth(open, HEALTH_PATH, "GET"));
      return { ...health, readAt: new Date().toISOString() };
    },
  };
}

/** Sends a test mail to the current user. */
export async function sendTestMail(
  open: OpenClient,
  language: Language,
): Promise<TestMailAnswer["outcome"]> {
  const path = `${HEALTH_MAIL_PATH}?lang=${language}`;
  const result = await requestHealth(open, path, "POST").catch(() => null);
  return v.is(testMailSchema, result) ? result.outcome : "failed";
}

/** Query of the checks that alert the current user by mail. */
export function alertsQuery(open: OpenClient): UseQueryOptions<string[]> {
  return {
    queryKey: ["studio", "alerts"],
    async queryFn() {
      const result = await open().from("studio_alerts").select("light");
      assertSucceeded(result);
      const alerts = v.parse(v.array(v.object({ light: v.string() })), result.data);
      return alerts.map(({ light }) => light);
    },
  };
}

/**
 * Starts or stops alerts of a check. @param user id of the current user. @throws AppError when
 * it is not saved.
 */
export async function setAlert(
  open: OpenClient,
  user: string,
  { check, language, isWanted }: { check: string; language: Language; isWanted: boolean },
): Promise<void> {
  const table = open().from("studio_alerts");
  const result = isWanted
    ? await table.upsert({ light: check, language }, { onConflict: "user_id,light" })
    : await table.delete().eq("user_id", user).eq("light", check);
  assertSucceeded(result);
}
