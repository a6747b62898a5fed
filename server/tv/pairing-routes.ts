import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import * as v from "valibot";
import { MINUTE_S } from "@reign-tv/kit/durations.ts";
import { APP_ORIGINS } from "@reign-tv/kit/http/app-origins.ts";
import { type ClientAddress, IN_PROCESS } from "@reign-tv/kit/http/client-address.ts";
import { limitKey } from "@reign-tv/kit/http/limit-key.ts";
import { etagOf, matchesIfNoneMatch } from "@reign-tv/kit/http/etag.ts";
import type { ClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { withBody } from "#server/http/with-body.ts";
import type { ActiveSource } from "#server/live/active-source.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import {
  tvCodeRequestSchema,
  tvCommandSchema,
  type TvMedia,
  tvPairRequestSchema,
  type TvPlayable,
  tvReportSchema,
  tvTokenSchema,
} from "#shared/contracts/tv-pairing.ts";
import { localisedPath, LANGUAGES, type Language } from "#shared/languages.ts";
import { TV_API_PATH } from "#shared/site/tv-page.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import { createPairings } from "./pairings.ts";
import { channelProgramme, type TvProgrammeDeps, videoProgramme } from "./tv-programme.ts";

export type PairingRoutesDeps = TvProgrammeDeps & {
  stateStore: Pick<StateStore, "expiringOf">;
  activeSource: ActiveSource;
  isKnownVideo: (id: string) => Promise<boolean>;
  clientAddress: ClientAddress;
  /** Rate limits per client IP address. */
  limits: ClientLimits;
  /** Multiplies the guesses of an address (RATE_LIMIT_FACTOR). */
  factor: number;
};

const MAX_BODY_BYTES = 4_096;
const GUESSES_PER_MINUTE = 5;
/** A television takes one each ten minutes. */
const CODES = { points: 30, seconds: 10 * MINUTE_S };
/** A television and its phone send 60; several homes share an address. */
const CALLS = { points: 1_200, seconds: MINUTE_S };
const TOO_MANY = { error: "Too many requests, try again later" };

/**
 * `/api/tv`: a television takes a code, a phone exchanges it for a pairing and sends commands. Both
 * poll, with ETag. `/pair`, which the television shows, leads to the form for the code.
 */
export function createPairingRoutes(deps: PairingRoutesDeps): Hono {
  const { clientAddress, limits, factor } = deps;
  const pairings = createPairings({
    ...deps,
    guesses: Math.max(1, Math.round(GUESSES_PER_MINUTE * factor)),
  });
  const app = new Hono();
  for (const language of LANGUAGES) {
    app.get(localisedPath("/pair", language), (context) =>
      context.redirect(`${localisedPath("/live-tv", language)}#tv`),
    );
  }
  app.use(
    `${TV_API_PATH}/*`,
    cors({ origin: [...APP_ORIGINS], allowMethods: ["GET", "POST", "DELETE"] }),
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) => problem(context, 413, `The body may have ${MAX_BODY_BYTES} bytes`),
    }),
    limits.middleware(CALLS, TOO_MANY),
    onlyJson,
  );

  const issueCode = withBody(tvCodeRequestSchema, async (context, { language }) => {
    const code = await pairings.issueCode(language);
    return code
      ? context.json(code, 201, NOT_STORED)
      : problem(context, 503, "No code is free, try again later");
  });
  const pair = withBody(tvPairRequestSchema, async (context, { code }) => {
    const address = clientAddress(context);
    const waitS = address === IN_PROCESS ? 0 : await pairings.countGuess(limitKey(address));
    if (waitS > 0) {
      return context.json(TOO_MANY, 429, { ...NOT_STORED, "retry-after": String(waitS) });
    }
    const pairing = await pairings.pair(code);
    return pairing === null
      ? problem(context, 404, "This code is wrong or has expired", "unknown_code")
      : context.json({ v: 1, pairing }, 201, NOT_STORED);
  });
  const sendCommand = withBody(tvCommandSchema, async (context, command) => {
    const pairing = tokenOf(context, "pairing");
    const language = pairing === null ? null : await pairings.languageOf(pairing);
    if (pairing === null || language === null) return over(context);
    const playable =
      command.do === "play" ? await playableOf(deps, command.media, language) : undefined;
    if (playable === null) {
      return problem(context, 422, "The television cannot play this", "not_playable");
    }
    const n = await pairings.send(pairing, command, playable);
    return n === null ? over(context) : context.json({ v: 1, n }, 201, NOT_STORED);
  });
  const report = withBody(tvReportSchema, async (context, body) => {
    const screen = tokenOf(context, "screen");
    const isStored = screen !== null && (await pairings.report(screen, body));
    return isStored ? context.body(null, 204, NOT_STORED) : over(context);
  });

  app.post(`${TV_API_PATH}/codes`, limits.middleware(CODES, TOO_MANY), issueCode);
  app.post(`${TV_API_PATH}/pair`, pair);
  app.post(`${TV_API_PATH}/:pairing/command`, sendCommand);
  app.post(`${TV_API_PATH}/:screen/report`, report);
  app.get(`${TV_API_PATH}/:screen/orders`, async (context) => {
    const screen = tokenOf(context, "screen");
    const orders = screen === null ? null : await pairings.orders(screen);
    return orders ? polled(context, orders) : over(context);
  });
  app.get(`${TV_API_PATH}/:pairing`, async (context) => {
    const pairing = tokenOf(context, "pairing");
    const status = pairing === null ? null : await pairings.status(pairing);
    return status ? polled(context, status) : over(context);
  });
  app.delete(`${TV_API_PATH}/:token`, async (context) => {
    const token = tokenOf(context, "token");
    if (token !== null) await pairings.end(token);
    return context.body(null, 204, NOT_STORED);
  });
  return app;
}

const NOT_STORED = { "cache-control": CACHE.none };

/** Another site's page cannot send JSON without asking first, so it cannot guess codes for its author. */
const onlyJson: MiddlewareHandler = (context, next) => {
  const isJson = (context.req.header("content-type") ?? "").startsWith("application/json");
  return context.req.method === "POST" && !isJson
    ? Promise.resolve(problem(context, 415, "The body must be JSON"))
    : next();
};

/** Returns how the television plays it; null for a channel or video that this site does not show. */
async function playableOf(
  deps: PairingRoutesDeps,
  media: TvMedia,
  language: Language,
): Promise<TvPlayable | null> {
  const { id } = media;
  if (media.kind === "channel") {
    if (!Object.hasOwn(deps.ministry().channels, id)) return null;
    return channelProgramme(deps, id, deps.activeSource(id).source, language);
  }
  const isKnown = isBundledVideoId(id)
    ? deps.library.clips.has(id) || Boolean(deps.ownVideos?.find(id))
    : await deps.isKnownVideo(id);
  return isKnown ? videoProgramme(deps, id, language) : null;
}

function tokenOf(context: Context, name: string): string | null {
  const token = v.safeParse(tvTokenSchema, context.req.param(name));
  return token.success ? token.output : null;
}

/** Sends a response that its client polls: 304 while it is the same. */
function polled(context: Context, body: object): Response {
  const text = JSON.stringify(body);
  const etag = `"${etagOf(Buffer.from(text))}"`;
  const headers = { etag, "cache-control": CACHE.session };
  if (matchesIfNoneMatch(context.req.header("if-none-match"), etag)) {
    return context.body(null, 304, headers);
  }
  return context.body(text, 200, { ...headers, "content-type": "application/json" });
}

function over(context: Context): Response {
  return problem(context, 404, "This pairing has ended", "ended");
}

function problem(
  context: Context,
  status: 404 | 413 | 415 | 422 | 503,
  error: string,
  code?: string,
): Response {
  return context.json({ error, ...(code !== undefined && { code }) }, status, NOT_STORED);
}
