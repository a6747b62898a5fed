import { MINUTE_MS, SECOND_MS } from "../runtime/durations.ts";
import { z } from "zod";
import { readBytes } from "../outbound/bounded-fetch.ts";
import { lastGood } from "../runtime/last-valid.ts";
import type { FunctionContext } from "../runtime/runtime.ts";
import { createPasses, PASS_FROM_MS, PASS_UNTIL_MS } from "./pass.ts";
import { parseWatchingSettings, type WatchingSettings } from "./watching-settings.ts";

/** Addresses that a minute holds; whoever comes after them waits for the next one. */
const ADDRESSES_LIMIT = 50_000;

/** Counts one more of a network in this minute; false when that is one too many. */
export type AddressCount = (network: string) => boolean;

/**
 * A limit per network that is kept in memory for the minute and then forgotten with all its networks.
 *
 * @param limit how often a network may come within a minute.
 * @param now clock; milliseconds since the epoch.
 */
export function createAddressCount(limit: number, now: () => number): AddressCount {
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

/** Who shares a limit: an IPv4 address, or the first four groups of an IPv6 one. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const missing = address.includes("::") ? 8 - left.length - right.length : 0;
  const groups = [...left, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...right];
  return groups.slice(0, 4).join(":");
}

/** So many pulses a minute are enough: 600 of them tell a number within 8 % (two standard deviations). */
const ENOUGH_PULSES = 600;
const SHARE_LIMIT = 4_096;

/**
 * One of how many players is to say that it plays: a power of two, so that it rarely changes.
 *
 * @param people about how many watch all channels together.
 */
export function shareFor(people: number): number {
  let share = 1;
  while (share < SHARE_LIMIT && people / share > ENOUGH_PULSES) share *= 2;
  return share;
}

/**
 * A number as it may be shown: to the next five below a hundred, two digits above, because it is no better
 * known than that; null below the floor.
 */
export function shownCount(people: number, floor: number): number | null {
  if (people < floor) return null;
  const step = people < 100 ? 5 : 10 ** (Math.floor(Math.log10(people)) - 1);
  return Math.max(floor, Math.round(people / step) * step);
}

/**
 * The function `watch-pulse`: players say once a minute that they play (POST), everybody asks about how many
 * there are (GET).
 *
 * Threats: somebody who wants a channel to look watched, and a number that tells of a person. A pulse counts
 * only with a pass that was given about a minute before and is spent with it; a network has few of them in a
 * minute, on all servers together, and the database holds a minute's pulses to a limit whoever sends them. No
 * cookie, account or address is read into what is kept but a sealed word for the running minute that says who has
 * had enough, and small numbers are told to nobody.
 */
export type WatchPulse = { handle(request: Request): Promise<Response> };

/** How long the counts are taken as they are: they change with the minute. */
const COUNTS_FRESH_MS = 10 * SECOND_MS;
const PULSE_SECONDS = 60;
const MAX_BODY_BYTES = 1_024;

const bodySchema = z.strictObject({
  channel: z.string().max(64),
  pass: z.string().max(200).nullable(),
});
const countsSchema = z.record(z.string(), z.number());
const verdictSchema = z.enum(["counted", "spent", "full", "many"]);
const STATUS_OF_VERDICT = { counted: null, full: null, spent: 409, many: 429 } as const;

/** What players say. */
export type PulseBody = z.infer<typeof bodySchema>;
type Counts = { share: number; channels: Readonly<Record<string, number>> };

const services = new WeakMap<FunctionContext, WatchPulse>();

/** The function of a context, made at first use. */
export function watchPulseOf(context: FunctionContext): WatchPulse {
  const service = services.get(context) ?? createWatchPulse(context);
  services.set(context, service);
  return service;
}

/** Makes the function for one context. */
export function createWatchPulse(context: FunctionContext): WatchPulse {
  const settings = parseWatchingSettings(context.env);
  if (settings === null) context.log?.("error", "the count of viewers is not configured");
  const service = settings === null ? null : createCounting(context, settings);
  return {
    async handle(request) {
      if (request.method === "OPTIONS") return new Response(null, { status: 204 });
      if (service === null) return problem(503, "not_configured");
      if (request.method === "GET") return service.tell();
      return request.method === "POST" ? service.hear(request) : problem(405, "method_not_allowed");
    },
  };
}

function createCounting(context: FunctionContext, settings: WatchingSettings) {
  const { floor, serviceKey } = settings;
  const settingsNow = lastGood(context, ["CHANNELS"], settings, parseWatchingSettings);
  const passes = createPasses(serviceKey);
  const isAdmitted = createAddressCount(settings.perAddress, context.now);
  let counts: Promise<Counts> | null = null;
  let countedMs = -Infinity;

  /** @throws Error when the database does not answer. */
  async function ask(name: string, values: object): Promise<unknown> {
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
    const rows = Object.entries(countsSchema.parse(await ask("watching_now", {})));
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

  /** Counts a pass; null when that was refused, with the status that says why. */
  async function spend(text: string, channel: string, network: string): Promise<number | null> {
    const pass = await passes.read(text);
    if (pass === null || pass.channel !== channel) return 400;
    const age = context.now() - pass.givenMs;
    if (age < PASS_FROM_MS) return 425;
    // A player that slept begins anew.
    if (age > PASS_UNTIL_MS) return null;
    const { nonce, share: weight } = pass;
    const sender = await passes.senderOf(network, context.now());
    const pulse = { channel, nonce, weight, sender, most: settings.perAddress };
    return STATUS_OF_VERDICT[verdictSchema.parse(await ask("count_sent_pulse", pulse))];
  }

  return {
    async tell(): Promise<Response> {
      if (floor === 0) return Response.json({ share: 0, channels: {} }, { headers: FOR_ALL });
      return Response.json(await freshCounts(), { headers: FOR_ALL });
    },
    async hear(request: Request): Promise<Response> {
      if (floor === 0) return problem(404, "not_counted");
      const body = await readBody(request);
      if (body === null || !settingsNow().channels.has(body.channel))
        return problem(400, "bad_request");
      const network = networkOf(senderOf(request));
      // Each server counts those that ask it at all, the database for all of them those that are to count.
      if (!isAdmitted(network)) return problem(429, "too_many");
      const refusal = body.pass === null ? null : await spend(body.pass, body.channel, network);
      if (refusal === 429) return problem(429, "too_many");
      if (refusal !== null) return problem(refusal, "bad_pass");
      const { share } = await freshCounts();
      const pass = await passes.give(body.channel, share, context.now());
      return Response.json({ pass, share, seconds: PULSE_SECONDS }, { headers: FOR_ONE });
    },
  };
}

const FOR_ALL = { "cache-control": "public, max-age=10" };
const FOR_ONE = { "cache-control": "no-store" };

/** The nearest hop that the host vouches for; all without one share a limit. */
function senderOf(request: Request): string {
  return request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
}

async function readBody(request: Request): Promise<PulseBody | null> {
  try {
    const bytes = await readBytes(request.body, MAX_BODY_BYTES);
    const parsed = bodySchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function problem(status: number, code: string): Response {
  return Response.json({ error: "This does not count", code }, { status, headers: FOR_ONE });
}
