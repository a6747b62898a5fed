import { createECDH } from "node:crypto";
import { CACHE } from "#server/http/cache-policy.ts";
import { withBody } from "#server/http/with-body.ts";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as v from "valibot";
import { DAY_S, MINUTE_S } from "@reign-tv/kit/durations.ts";
import type { ClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
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
 * Allowed endpoints of push messages. Visitors supply the URL that our server calls, so it must be a browser's push
 * service. An allow-list of names excludes private addresses in any spelling or resolution.
 */

/** Push services of the browsers, and suffixes of those with many hosts. */
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

type EndpointRules = {
  /** Further hosts that the operator trusts. */
  extraHosts: readonly string[];
  /** Tests only: also http://127.0.0.1 on any port. */
  allowsLoopback: boolean;
};

const MAX_ENDPOINT_LENGTH = 1_000;

/** Returns true for a push service's URL, over TLS on the default port. */
export function isPushEndpoint(text: string, rules: EndpointRules): boolean {
  if (text.length > MAX_ENDPOINT_LENGTH || !URL.canParse(text)) return false;
  const url = new URL(text);
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

type PushRoutesDeps = {
  publicKey: string;
  store: SubscriptionStore;
  endpoints: EndpointRules;
  siteUrl: string;
  /** Rate limits per client IP address. */
  limits: ClientLimits;
};

const MAX_BODY_BYTES = 4_096;
/** Limit per IP text; an audience in one hall shares one. */
const CHANGES = { points: 30, seconds: MINUTE_S };
/** Limit per IP text: registration needs no sign-in, and each device costs a message per reminder. */
const NEW_DEVICES = { points: 100, seconds: DAY_S };

/**
 * The contract's bodies with the checks that only the server can make. An endpoint is the secret of its device: it
 * authorizes changes.
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
 * `/api/push`: GET the site's public key, POST the subscriptions of a device, PUT a device's new endpoint, PATCH that
 * its reading plan was opened, DELETE it.
 */
export function createPushRoutes(deps: PushRoutesDeps): Hono {
  const { publicKey, store } = deps;
  const { subscription, renewal, planSeen, removal } = bodySchemas(deps.endpoints);
  const secondsToWait = deps.limits.counter(CHANGES);
  const secondsToWaitForDevice = deps.limits.counter(NEW_DEVICES);

  const app = new Hono().get(PUSH_PATH, (context) =>
    context.json({ publicKey }, 200, { "cache-control": CACHE.checked }),
  );
  app.use(
    PUSH_PATH,
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) => problem(context, 413, `The body may have ${MAX_BODY_BYTES} bytes`),
    }),
    async (context, next) => {
      context.header("cache-control", CACHE.none);
      if (!["POST", "PUT", "PATCH", "DELETE"].includes(context.req.method)) return next();
      if (!isSameOrigin(context, deps.siteUrl)) {
        return problem(context, 403, "Reminders are changed from this site's pages only");
      }
      const retryAfterSeconds = await secondsToWait(context);
      return retryAfterSeconds === 0 ? next() : tooMany(context, retryAfterSeconds);
    },
  );
  const subscribe = withBody(subscription, async (context, body) => {
    const { endpoint, keys, language, topics } = body;
    if (!(await store.isKnown(endpoint))) {
      const retryAfterSeconds = await secondsToWaitForDevice(context);
      if (retryAfterSeconds > 0) return tooMany(context, retryAfterSeconds);
    }
    await store.replace({ endpoint, ...keys, language }, topics.map(preferenceOf(body)));
    return context.body(null, 204);
  });
  const renew = withBody(renewal, async (context, { endpoint, renewed }) => {
    const isKnown = await store.renew(endpoint, { endpoint: renewed.endpoint, ...renewed.keys });
    return isKnown ? context.body(null, 204) : problem(context, 404, "No such device");
  });
  const markPlanSeen = withBody(planSeen, async (context, { endpoint, quietUntil }) => {
    const isKnown = await store.planSeen(endpoint, quietUntil);
    return isKnown ? context.body(null, 204) : problem(context, 404, "No such device");
  });
  const unsubscribe = withBody(removal, async (context, { endpoint }) => {
    await store.remove(endpoint);
    return context.body(null, 204);
  });
  app.post(PUSH_PATH, subscribe).put(PUSH_PATH, renew);
  app.patch(PUSH_PATH, markPlanSeen).delete(PUSH_PATH, unsubscribe);
  return app;
}

/** Adds zone and hour to daily topics. */
function preferenceOf({
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

/** Browsers send the page's origin with every write. */
function isSameOrigin(context: Context, siteUrl: string): boolean {
  const origin = context.req.header("origin") ?? "";
  if (!URL.canParse(origin)) return false;
  const isSameHost = new URL(origin).host === context.req.header("host");
  return (
    (origin === siteUrl || isSameHost) &&
    (context.req.header("sec-fetch-site") ?? "same-origin") === "same-origin" &&
    (context.req.header("content-type") ?? "").startsWith("application/json")
  );
}

function problem(
  context: Context,
  status: 403 | 404 | 413 | 429,
  error: string,
  headers: Record<string, string> = {},
): Response {
  return context.json({ error }, status, { "cache-control": CACHE.none, ...headers });
}

function tooMany(context: Context, retryAfterSeconds: number): Response {
  return problem(context, 429, "Too many changes, try again later", {
    "retry-after": String(retryAfterSeconds),
  });
}

function bytesOf(text: string): Buffer | null {
  return /^[A-Za-z0-9_-]{1,200}={0,2}$/.test(text) ? Buffer.from(text, "base64url") : null;
}

/** Returns true for a point of the curve; encryption fails for any other. */
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
