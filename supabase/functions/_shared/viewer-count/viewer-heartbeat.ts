import { MINUTE_MS, SECOND_MS } from "@reign-tv/kit/durations.ts";
import * as v from "valibot";
import { limitKey } from "@reign-tv/kit/http/limit-key.ts";
import { readBytes } from "@reign-tv/kit/outbound/bounded-fetch.ts";
import { lastValid } from "../runtime/last-valid.ts";
import type { FunctionContext } from "@reign-tv/kit/function-contract.ts";
import { createPasses, PASS_FROM_MS, PASS_UNTIL_MS } from "./pass.ts";
import { parseWatchingSettings, type WatchingSettings } from "./watching-settings.ts";

/** Networks per minute; further ones are rejected until the next. */
const ADDRESSES_LIMIT = 50_000;

/** Counts a request of a network in this minute; false above the limit. */
export type AddressCount = (network: string) => boolean;

/**
 * Limits requests per network in memory, and forgets all networks each minute.
 *
 * @param limit requests of a network per minute
 * @param now epoch milliseconds
 */
function createAddressCount(limit: number, now: () => number): AddressCount {
  let minute = Number.NaN;
  let counts = new Map<string, number>();
  return (network) => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) counts = new Map();
    minute = current;
    const count = (counts.get(network) ?? 0) + 1;
    if (count > limit || (count === 1 && counts.size >= ADDRESSES_LIMIT)) return false;
    counts.set(network, count);
    return true;
  };
}

/** 600 heartbeats a minute estimate the count within 8 % (two standard deviations). */
const MAX_HEARTBEATS_PER_MINUTE = 600;
const SHARE_LIMIT = 4_096;

/**
 * Returns one in how many players must send heartbeats: a power of two, so that it rarely changes.
 *
 * @param people approximate viewers of all channels
 */
export function shareFor(people: number): number {
  let share = 1;
  while (share < SHARE_LIMIT && people / share > MAX_HEARTBEATS_PER_MINUTE) share *= 2;
  return share;
}

/**
 * Rounds a count for display: to multiples of five below a hundred, two digits above, which is its
 * precision. Null below the minimum.
 */
export function shownCount(people: number, floor: number): number | null {
  if (people < floor) return null;
  const step = people < 100 ? 5 : 10 ** (Math.floor(Math.log10(people)) - 1);
  return Math.max(floor, Math.round(people / step) * step);
}

/**
 * The function `watch-pulse`: players send a heartbeat once a minute (POST); every page fetches the
 * approximate counts (GET).
 *
 * Threats: inflated counts, and counts that reveal a person. A heartbeat counts only with a pass
 * that was issued about a minute before and is consumed by it; a network has few of them per minute
 * on all servers together, and the database limits a minute's heartbeats in total. No cookie,
 * account or IP address is stored, only a pseudonym of the network for the current minute; small
 * counts are never shown.
 */
export type ViewerHeartbeat = { handle(request: Request): Promise<Response> };

/** The counts change once a minute. */
const COUNTS_FRESH_MS = 10 * SECOND_MS;
const HEARTBEAT_INTERVAL_SECONDS = 60;
const MAX_BODY_BYTES = 1_024;

const bodySchema = v.strictObject({
  channel: v.pipe(v.string(), v.maxLength(64)),
  pass: v.nullable(v.pipe(v.string(), v.maxLength(200))),
});
const countsSchema = v.record(v.string(), v.number());
const resultSchema = v.picklist(["counted", "spent", "full", "many"]);
const STATUS_BY_RESULT = { counted: null, full: null, spent: 409, many: 429 } as const;

export type HeartbeatBody = v.InferOutput<typeof bodySchema>;
type Counts = { share: number; channels: Readonly<Record<string, number>> };

const services = new WeakMap<FunctionContext, ViewerHeartbeat>();

/** Returns the function of a context, created on first use. */
export function viewerHeartbeatOf(context: FunctionContext): ViewerHeartbeat {
  const service = services.get(context) ?? createViewerHeartbeat(context);
  services.set(context, service);
  return service;
}

export function createViewerHeartbeat(context: FunctionContext): ViewerHeartbeat {
  const settings = parseWatchingSettings(context.env);
  if (settings === null) context.log?.("error", "the count of viewers is not configured");
  const service = settings === null ? null : createCounting(context, settings);
  return {
    async handle(request) {
      if (request.method === "OPTIONS") return new Response(null, { status: 204 });
      if (service === null) return problem(503, "not_configured");
      if (request.method === "GET") return service.getCounts();
      return request.method === "POST"
        ? service.recordHeartbeat(request)
        : problem(405, "method_not_allowed");
    },
  };
}

function createCounting(context: FunctionContext, settings: WatchingSettings) {
  const { floor, serviceKey } = settings;
  const settingsNow = lastValid(context, ["CHANNELS"], settings, parseWatchingSettings);
  const passes = createPasses(serviceKey);
  const isAdmitted = createAddressCount(settings.perAddress, context.now);
  let counts: Promise<Counts> | null = null;
  let countedMs = -Infinity;

  /** @throws Error if the database does not respond */
  async function callDatabase(name: string, values: object): Promise<unknown> {
    const response = await context.fetch(`${settings.origin}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        apikey: serviceKey,
        authorization: `Bearer ${serviceKey}`,
      },
      body: JSON.stringify(values),
    });
    if (!response.ok) throw new Error(`The count of viewers answered ${response.status}`);
    return response.json();
  }

  async function count(): Promise<Counts> {
    const rows = Object.entries(v.parse(countsSchema, await callDatabase("watching_now", {})));
    const people = rows.reduce((sum, [, watching]) => sum + watching, 0);
    const { channels } = settingsNow();
    const shown = rows
      .filter(([channel]) => channels.has(channel))
      .map(([channel, watching]) => [channel, shownCount(watching, floor)] as const)
      .filter((entry): entry is [string, number] => entry[1] !== null);
    return { share: shareFor(people), channels: Object.fromEntries(shown) };
  }

  function freshCounts(): Promise<Counts> {
    if (counts === null || context.now() - countedMs >= COUNTS_FRESH_MS) {
      countedMs = context.now();
      const counting = count();
      counts = counting;
      counting.catch(() => {
        if (counts === counting) counts = null;
      });
    }
    return counts;
  }

  /** Counts a pass. Returns null, or the error status. */
  async function consumePass(
    text: string,
    channel: string,
    network: string,
  ): Promise<number | null> {
    const pass = await passes.read(text);
    if (pass === null || pass.channel !== channel) return 400;
    const age = context.now() - pass.givenMs;
    if (age < PASS_FROM_MS) return 425;
    // An expired pass is not an error: the player was asleep. It gets a new one.
    if (age > PASS_UNTIL_MS) return null;
    const { nonce, share: weight } = pass;
    const sender = await passes.senderOf(network, context.now());
    const heartbeat = { channel, nonce, weight, sender, most: settings.perAddress };
    return STATUS_BY_RESULT[
      v.parse(resultSchema, await callDatabase("count_sent_pulse", heartbeat))
    ];
  }

  return {
    async getCounts(): Promise<Response> {
      if (floor === 0) return Response.json({ share: 0, channels: {} }, { headers: FOR_ALL });
      return Response.json(await freshCounts(), { headers: FOR_ALL });
    },
    async recordHeartbeat(request: Request): Promise<Response> {
      if (floor === 0) return problem(404, "not_counted");
      const body = await readBody(request);
      if (body === null || !settingsNow().channels.has(body.channel))
        return problem(400, "bad_request");
      const network = limitKey(senderOf(request));
      // Each server limits its own requests; the database limits counted ones across servers.
      if (!isAdmitted(network)) return problem(429, "too_many");
      const errorStatus =
        body.pass === null ? null : await consumePass(body.pass, body.channel, network);
      if (errorStatus === 429) return problem(429, "too_many");
      if (errorStatus !== null) return problem(errorStatus, "bad_pass");
      const { share } = await freshCounts();
      const pass = await passes.give(body.channel, share, context.now());
      return Response.json(
        { pass, share, seconds: HEARTBEAT_INTERVAL_SECONDS },
        { headers: FOR_ONE },
      );
    },
  };
}

const FOR_ALL = { "cache-control": `public, max-age=${COUNTS_FRESH_MS / SECOND_MS}` };
const FOR_ONE = { "cache-control": "no-store" };

/** Client IP address from the host's trusted proxy header; requests without one share a limit. */
function senderOf(request: Request): string {
  return request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
}

async function readBody(request: Request): Promise<HeartbeatBody | null> {
  try {
    const bytes = await readBytes(request.body, MAX_BODY_BYTES);
    const parsed = v.safeParse(bodySchema, JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

function problem(status: number, code: string): Response {
  return Response.json({ error: "This does not count", code }, { status, headers: FOR_ONE });
}
