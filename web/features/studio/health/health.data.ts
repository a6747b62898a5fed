import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import { z } from "zod";
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
import { assertAnswered } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { browserFetch } from "#web/lib/http/http.ts";

const LOOK_EVERY_MS = 30_000;

type HealthKey = ["studio", "health"];
type AlertsKey = ["studio", "alerts"];

/** How the server is, with the moment of this device's clock at which it said so; ISO 8601. */
export type ReadHealth = StudioHealth & { readAt: string };

/** @throws AppError where there is no session, or no answer. */
async function askServer(open: OpenClient, path: string, method: string): Promise<unknown> {
  const { data } = await open().auth.getSession();
  const authorization = `Bearer ${data.session?.access_token ?? ""}`;
  const response = await browserFetch(path, { method, headers: { authorization } });
  if (!response.ok) throw new AppError("upstream_failed", response.status, "No health");
  return response.json();
}

/** The lights, anew each half a minute. */
export function healthQuery(
  open: OpenClient,
): UseQueryOptions<ReadHealth, Error, ReadHealth, HealthKey> {
  return queryOptions({
    queryKey: ["studio", "health"] satisfies HealthKey,
    refetchInterval: LOOK_EVERY_MS,
    retry: false,
    async queryFn() {
      const health = healthSchema.parse(await askServer(open, HEALTH_PATH, "GET"));
      return { ...health, readAt: new Date().toISOString() };
    },
  });
}

/** Asks for one mail to one's own address. */
export async function sendTestMail(
  open: OpenClient,
  language: Language,
): Promise<TestMailAnswer["outcome"]> {
  const path = `${HEALTH_MAIL_PATH}?lang=${language}`;
  const answer = await askServer(open, path, "POST").catch(() => null);
  return testMailSchema.safeParse(answer).data?.outcome ?? "failed";
}

/** The lights of which this helper is told by mail. */
export function alertsQuery(
  open: OpenClient,
): UseQueryOptions<string[], Error, string[], AlertsKey> {
  return queryOptions({
    queryKey: ["studio", "alerts"] satisfies AlertsKey,
    async queryFn() {
      const answer = await open().from("studio_alerts").select("light");
      assertAnswered(answer);
      return z
        .array(z.object({ light: z.string() }))
        .parse(answer.data)
        .map(({ light }) => light);
    },
  });
}

/**
 * Begins or ends to tell this helper of a light.
 *
 * @param user id of the helper.
 * @throws StudioError where it could not be kept.
 */
export async function setAlert(
  open: OpenClient,
  user: string,
  { light, language, isWanted }: { light: string; language: Language; isWanted: boolean },
): Promise<void> {
  const table = open().from("studio_alerts");
  const answer = isWanted
    ? await table.upsert({ light, language }, { onConflict: "user_id,light" })
    : await table.delete().eq("user_id", user).eq("light", light);
  assertAnswered(answer);
}
