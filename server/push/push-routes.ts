import { createECDH } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as v from "valibot";
import { DAY_S } from "#server/kit/durations.ts";
import { createIpRateLimit } from "#server/kit/http/ip-rate-limit.ts";
import {
  deviceSchema,
  hasZoneWhereNeeded,
  planSeenSchema,
  removalSchema,
  renewalSchema,
  subscriptionSchema,
} from "#shared/contracts/push.ts";
import { DAILY_HOURS, isDaily, PUSH_PATH, type PushTopic } from "#shared/device/push.ts";
import type { PushPreference, SubscriptionStore } from "./subscription-store.ts";

/**
 * Where push messages may be sent. An endpoint is an address that a visitor names and our server
 * calls, so it must lead to a push service of a browser and nowhere else: an allow-list of
 * names leaves no room for private addresses, however they are written or resolved.
 */

/** Push services of the browsers, and the suffixes of those with many hosts. */
const SERVICE_HOSTS: ReadonlySet<string> = new Set([
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "web.push.apple.com",
]);
const SERVICE_SUFFIXES = [
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
] as const;

export type EndpointRules = {
  /** Further hosts that the operator trusts. */
  extraHosts: readonly string[];
  /** Tests only: also http://127.0.0.1 on any port. */
  allowsLoopback: boolean;
};

const LONGEST_ENDPOINT = 1_000;

/** Whether an address is a push service's, over TLS on its usual port. */
export function isPushEndpoint(address: string, rules: EndpointRules): boolean {
  if (address.length > LONGEST_ENDPOINT || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return false;
  if (rules.allowsLoopback && url.protocol === "http:" && url.hostname === "127.0.0.1") return true;
  if (url.protocol !== "https:" || url.port !== "") return false;
  const { hostname } = url;
  return (
    SERVICE_HOSTS.has(hostname) ||
    rules.extraHosts.includes(hostname) ||
    SERVICE_SUFFIXES.some((suffix) => hostname.endsWith(suffix))
  );
}

export type PushRoomParts = {
  publicKey: string;
  store: SubscriptionStore;
  endpoints: EndpointRules;
  siteUrl: string;
  clientAddress: (context: Context) => string;
  /** Multiplies the limit (RATE_LIMIT_FACTOR). */
  rateLimitFactor: number;
};

const MAX_BODY_BYTES = 4_096;
/** Changes that an address may make in a minute; a hall shares one. */
const CHANGES_PER_MINUTE = 30;
/** Devices that an address may register in a day: it needs no sign-in, and each costs a message of every reminder. */
const DEVICES_PER_DAY = 100;

/**
 * The contract's bodies with what only the server can tell. An endpoint is the secret of its device:
 * whoever knows it may change what it gets.
 */
function bodySchemas(endpoints: EndpointRules) {
  const { p256dh, auth } = deviceSchema.entries.keys.entries;
  const endpoint = v.pipe(
    deviceSchema.entries.endpoint,
    v.check((value) => isPushEndpoint(value, endpoints), "must be the address of a push service"),
  );
  const keys = v.strictObject({
    p256dh: v.pipe(p256dh, v.check(isPublicKey, "must be a P-256 public key in base64url")),
    auth: v.pipe(
      auth,
      v.check((value) => bytesOf(value)?.length === 16, "must be 16 bytes in base64url"),
    ),
  });
  return {
    subscription: v.pipe(
      v.strictObject({ ...subscriptionSchema.entries, endpoint, keys }),
      v.check((body) => hasZoneWhereNeeded(body), "timeZone is needed for what comes each day"),
    ),
    renewal: v.strictObject({
      ...renewalSchema.entries,
      endpoint,
      renewed: v.strictObject({ endpoint, keys }),
    }),
    planSeen: v.strictObject({ ...planSeenSchema.entries, endpoint }),
    removal: v.strictObject({ ...removalSchema.entries, endpoint }),
  };
}

/**
 * `/api/push`: GET the site's public key, POST what a device wants to be reminded of, PUT a device's
 * new endpoint in the place of its old one, PATCH that its reading plan was opened, DELETE it.
 */
export function createPush(parts: PushRoomParts): Hono {
  const { publicKey, store } = parts;
  const { subscription, renewal, planSeen, removal } = bodySchemas(parts.endpoints);
  const secondsToWait = createIpRateLimit({
    points: CHANGES_PER_MINUTE,
    seconds: 60,
    factor: parts.rateLimitFactor,
  });
  const secondsToWaitForDevice = createIpRateLimit({
    points: DEVICES_PER_DAY,
    seconds: DAY_S,
    factor: parts.rateLimitFactor,
  });

  const app = new Hono().get(PUSH_PATH, (context) =>
    context.json({ publicKey }, 200, { "cache-control": "no-cache" }),
  );
  app.use(
    PUSH_PATH,
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) => problem(context, 413, `The body may have ${MAX_BODY_BYTES} bytes`),
    }),
    async (context, next) => {
      context.header("cache-control", "no-store");
      if (!["POST", "PUT", "PATCH", "DELETE"].includes(context.req.method)) return next();
      if (!isOwnPage(context, parts.siteUrl)) {
        return problem(context, 403, "Reminders are changed from this site's pages only");
      }
      const retryAfterSeconds = await secondsToWait(parts.clientAddress(context));
      return retryAfterSeconds === 0 ? next() : tooMany(context, retryAfterSeconds);
    },
  );
  app.post(PUSH_PATH, async (context) => {
    const body = v.safeParse(subscription, await readJson(context));
    if (!body.success) return problem(context, 400, reasonOf(body.issues));
    const { endpoint, keys, language, topics } = body.output;
    if (!(await store.isKnown(endpoint))) {
      const retryAfterSeconds = await secondsToWaitForDevice(parts.clientAddress(context));
      if (retryAfterSeconds > 0) return tooMany(context, retryAfterSeconds);
    }
    await store.replace({ endpoint, ...keys, language }, topics.map(wishFor(body.output)));
    return context.body(null, 204);
  });
  app.put(PUSH_PATH, async (context) => {
    const body = v.safeParse(renewal, await readJson(context));
    if (!body.success) return problem(context, 400, reasonOf(body.issues));
    const { endpoint, renewed } = body.output;
    const isKnown = await store.renew(endpoint, { endpoint: renewed.endpoint, ...renewed.keys });
    return isKnown ? context.body(null, 204) : problem(context, 404, "No such device");
  });
  app.patch(PUSH_PATH, async (context) => {
    const body = v.safeParse(planSeen, await readJson(context));
    if (!body.success) return problem(context, 400, reasonOf(body.issues));
    const { endpoint, quietUntil } = body.output;
    const isKnown = await store.planSeen(endpoint, quietUntil);
    return isKnown ? context.body(null, 204) : problem(context, 404, "No such device");
  });
  app.delete(PUSH_PATH, async (context) => {
    const body = v.safeParse(removal, await readJson(context));
    if (!body.success) return problem(context, 400, reasonOf(body.issues));
    await store.remove(body.output.endpoint);
    return context.body(null, 204);
  });
  return app;
}

/** A topic with its time where it has one of its own. */
function wishFor({
  timeZone = null,
  planHour,
}: {
  timeZone?: string | null | undefined;
  planHour?: number | undefined;
}): (topic: PushTopic) => PushPreference {
  return (topic) => {
    if (!isDaily(topic)) return { topic, timeZone: null, hour: null };
    const hour = topic === "plan" ? planHour : undefined;
    return { topic, timeZone, hour: hour ?? DAILY_HOURS[topic] };
  };
}

/** Browsers name the page's origin with every write. */
function isOwnPage(context: Context, siteUrl: string): boolean {
  const origin = context.req.header("origin") ?? "";
  if (!URL.canParse(origin)) return false;
  const isSameHost = new URL(origin).host === context.req.header("host");
  return (
    (origin === siteUrl || isSameHost) &&
    (context.req.header("sec-fetch-site") ?? "same-origin") === "same-origin" &&
    (context.req.header("content-type") ?? "").startsWith("application/json")
  );
}

async function readJson(context: Context): Promise<unknown> {
  return context.req.json().catch(() => null);
}

function reasonOf(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues.map((issue) => `${v.getDotPath(issue) ?? ""}: ${issue.message}`).join("; ");
}

function problem(
  context: Context,
  status: 400 | 403 | 404 | 413 | 429,
  error: string,
  headers: Record<string, string> = {},
): Response {
  return context.json({ error }, status, { "cache-control": "no-store", ...headers });
}

function tooMany(context: Context, retryAfterSeconds: number): Response {
  return problem(context, 429, "Too many changes, try again later", {
    "retry-after": String(retryAfterSeconds),
  });
}

function bytesOf(text: string): Buffer | null {
  return /^[A-Za-z0-9_-]{1,200}={0,2}$/.test(text) ? Buffer.from(text, "base64url") : null;
}

/** Whether a text is a point of the curve; nothing could be encrypted for any other. */
function isPublicKey(text: string): boolean {
  const bytes = bytesOf(text);
  if (bytes?.length !== 65) return false;
  try {
    const own = createECDH("prime256v1");
    own.generateKeys();
    own.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}
