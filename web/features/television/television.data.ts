import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import {
  type TvCommand,
  tvCommandSentSchema,
  tvPairedSchema,
  type TvStatus,
  tvStatusSchema,
} from "#shared/contracts/tv-pairing.ts";
import { failureSchema } from "#shared/contracts/failure.ts";
import { AppError, type Result } from "#shared/errors.ts";
import { TV_API_PATH } from "#shared/site/tv-page.ts";
import { type Api, browserFetch } from "#web/lib/http/http.ts";
import type { Site } from "#web/lib/site.ts";

/** Why a call to the television failed; each has a text. */
export type TvFailure = "code" | "many" | "network" | "unplayable" | "ended" | "failed";

/** Failures by the server's code. */
const FAILURES: Readonly<Record<string, TvFailure>> = {
  unknown_code: "code",
  not_playable: "unplayable",
  ended: "ended",
};

const POLL_MS = 2_000;

/** The state of the television; polled while the page is visible and `isPolled`. */
export function tvStatusQuery(
  api: Api,
  token: string,
  isPolled: boolean,
): UseQueryOptions<TvStatus> {
  return {
    queryKey: ["tv", token],
    queryFn: async ({ signal }) =>
      v.parse(tvStatusSchema, await api.getJson(`${TV_API_PATH}/${token}`, signal)),
    refetchInterval: isPolled ? POLL_MS : false,
    refetchOnWindowFocus: true,
    retry: false,
  };
}

/** Returns whether a failed query says that the pairing is over. */
export function hasEnded(error: Error | null): boolean {
  return error instanceof AppError && error.reason === "ended";
}

/** Exchanges the code on the television for a pairing. */
export async function pairByCode(site: Site, code: string): Promise<Result<string, TvFailure>> {
  const answer = await send(site, "POST", "pair", { code });
  if (!answer.ok) return answer;
  const paired = v.safeParse(tvPairedSchema, answer.value);
  return paired.success
    ? { ok: true, value: paired.output.pairing }
    : { ok: false, failure: "failed" };
}

/** Sends a command. @returns its number */
export async function sendTvCommand(
  site: Site,
  token: string,
  command: TvCommand,
): Promise<Result<number, TvFailure>> {
  const answer = await send(site, "POST", `${token}/command`, command);
  if (!answer.ok) return answer;
  const sent = v.safeParse(tvCommandSentSchema, answer.value);
  return sent.success ? { ok: true, value: sent.output.n } : { ok: false, failure: "failed" };
}

/** Ends the pairing. A lost call does no harm: it ends by itself after hours. */
export async function endPairing(site: Site, token: string): Promise<void> {
  await send(site, "DELETE", token);
}

async function send(
  site: Site,
  method: "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<Result<unknown, TvFailure>> {
  try {
    const response = await browserFetch(`${site.serverUrl}${TV_API_PATH}/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const value: unknown = await response.json().catch(() => null);
    if (response.ok) return { ok: true, value };
    if (response.status === 429) return { ok: false, failure: "many" };
    const failure = v.safeParse(failureSchema, value);
    const code = failure.success ? (failure.output.code ?? "") : "";
    return { ok: false, failure: FAILURES[code] ?? "failed" };
  } catch {
    return { ok: false, failure: "network" };
  }
}
