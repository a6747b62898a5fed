import * as v from "valibot";
import type { ClockComparison } from "@reign-tv/operations/doctor/check-machine.ts";
import type { CheckResult } from "@reign-tv/operations/doctor/check-result.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import type { Config } from "#server/settings/config.ts";
import type { Ministry } from "#shared/site/ministry.ts";

const RESPONSE_TIMEOUT_MS = 8_000;

const platformErrorSchema = v.object({
  error: v.object({
    message: v.string(),
    errors: v.optional(v.array(v.object({ reason: v.string() })), []),
    details: v.optional(v.array(v.object({ reason: v.optional(v.string()) })), []),
  }),
});

/** Hints for the platform's errors about its key. */
const PLATFORM_HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /suspended/i,
    "Google has suspended the project of the key: the Google Cloud console and a mail to the project's owner say why and how to appeal; another key of this project does not help.",
  ],
  [
    /CONSUMER_INVALID|project.{0,60}(?:deleted|deletion)/i,
    "The project of the key was deleted: restore it in the Google Cloud console, or make a key in another project.",
  ],
  [
    /keyInvalid|badRequest|not valid/,
    "Copy YOUTUBE_API_KEY again from the Google Cloud console, under Credentials.",
  ],
  [
    /accessNotConfigured|SERVICE_DISABLED/,
    "Enable the YouTube Data API v3 in the Google Cloud console, under Library.",
  ],
  [
    /quotaExceeded|dailyLimit/,
    "The quota of this key is used up until midnight Pacific time; until then playlists are not updated.",
  ],
  [
    /ipRefererBlocked|forbidden|blocked/i,
    "The key is restricted to other IP addresses: add this server's address or remove the restriction.",
  ],
];

/** Calls the video platform with the ministry's key (one unit of the quota), and reads its clock. */
export async function checkPlatform(
  config: Pick<Config, "YOUTUBE_API_KEY" | "YOUTUBE_API_BASE">,
  { playlists }: Pick<Ministry, "playlists">,
): Promise<{ result: CheckResult; time: ClockComparison | null }> {
  const { YOUTUBE_API_KEY: key, YOUTUBE_API_BASE: base } = config;
  const topic = "platform";
  const hasForeignLists = Object.values(playlists).some((id) => !id.startsWith("library-"));
  const address = new URL(`${base}/i18nLanguages?part=id&hl=en`);
  if (key !== undefined) address.searchParams.set("key", key);
  const response = await fetch(address, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }).catch(
    () => null,
  );
  const time = response === null ? null : timeOf(response, address.host);
  if (key === undefined) {
    const text = hasForeignLists
      ? "without YOUTUBE_API_KEY playlists show the latest 15 videos, without their length"
      : "all playlists come from the built-in library; no key is needed";
    const hint =
      'docs/operating.md, "The ministry\'s own videos and channels", says how to get a key.';
    const result: CheckResult = hasForeignLists
      ? { topic, status: "look", text, hint }
      : { topic, status: "ok", text };
    return { result, time };
  }
  if (response === null) {
    const text = `${address.host} is not responding`;
    const hint = "Allow outgoing HTTPS from this machine; until then playlists are not updated.";
    return { result: { topic, status: "problem", text, hint }, time };
  }
  const body = await response.text();
  if (parseJson(body) === null) {
    return { result: notThePlatform(address.host, response.status), time };
  }
  if (response.ok) {
    return { result: { topic, status: "ok", text: "the key is accepted" }, time };
  }
  return { result: platformResult(response.status, body), time };
}

/** A page of the network (a sign-in, a filter, a proxy) does not show whether the key works. */
function notThePlatform(host: string, status: number): CheckResult {
  if (status >= 500) {
    const text = `${host} fails at the moment (status ${status})`;
    const hint = "Try again in an hour; until then lists stay as they are.";
    return { topic: "platform", status: "look", text, hint };
  }
  const text = `a web page answers in the place of ${host} (status ${status})`;
  const hint = `A proxy, a filter or a sign-in page of the network blocks access: allow this machine to reach ${host} itself, or set YOUTUBE_API_BASE back if it was changed.`;
  return { topic: "platform", status: "problem", text, hint };
}

function platformResult(status: number, body: string): CheckResult {
  const parsed = v.safeParse(platformErrorSchema, parseJson(body));
  const reasons = parsed.success
    ? [
        parsed.output.error.message,
        ...parsed.output.error.errors.map(({ reason }) => reason),
        ...parsed.output.error.details.map(({ reason }) => reason ?? ""),
      ].join(" ")
    : "";
  const found = PLATFORM_HINTS.find(([pattern]) => pattern.test(reasons));
  const hint = found?.[1] ?? "Check the key in the Google Cloud console, under Credentials.";
  const text = `the key is rejected (status ${status})`;
  return { topic: "platform", status: "problem", text, hint };
}

function timeOf(response: Response, who: string): ClockComparison | null {
  const theirsMs = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(theirsMs) ? null : { who, aheadMs: Date.now() - theirsMs };
}
