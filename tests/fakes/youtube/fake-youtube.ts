import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Catalogue, FakeChannel, FakeVideo } from "./catalogue.ts";
import { sendFault } from "./faults.ts";
import type { Fault, FaultName, FaultPlace } from "./faults.ts";
import { CONTENT_TYPES, createResponses, isApiMethod, placeOf } from "./places.ts";
import type { Place } from "./places.ts";

export type FakeYouTubeOptions = {
  readonly apiKey?: string;
  readonly playlists?: Readonly<Record<string, readonly FakeVideo[]>>;
  readonly channels?: readonly FakeChannel[];
};

export type RecordedRequest = {
  readonly place: Place;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly referer: string | null;
};

type ScriptedFault = Fault & { place: FaultPlace; remaining: number };

/**
 * The video platform on 127.0.0.1: Data API, feed, oEmbed, thumbnails and embedded player in their real protocol,
 * with a quota counter and faults on demand (`faults.ts`).
 */
export type FakeYouTube = {
  readonly origin: string;
  readonly apiBase: string;
  readonly feedBase: string;
  readonly imageBase: string;
  readonly embedBase: string;
  readonly apiKey: string;
  readonly catalogue: Catalogue;
  /** Player error by video id: 2, 5, 100, 101, 150. A missing Referer always gives 153. */
  readonly playerErrors: Map<string, number>;
  readonly requests: RecordedRequest[];
  /** Quota units used; failed calls cost units too. */
  units(): number;
  requestsTo(place: Place): RecordedRequest[];
  /** Makes the next `times` requests to a place fail (default: all). */
  fail(place: FaultPlace, name: FaultName, options?: { times?: number; retryAfter?: string }): void;
  heal(): void;
  close(): Promise<void>;
};

/** Starts the fake. The caller closes it. */
export async function startFakeYouTube(options: FakeYouTubeOptions = {}): Promise<FakeYouTube> {
  const apiKey = options.apiKey ?? "fake-key";
  const catalogue: Catalogue = {
    playlists: new Map(Object.entries(options.playlists ?? {})),
    channels: [...(options.channels ?? [])],
  };
  const requests: RecordedRequest[] = [];
  const playerErrors = new Map<string, number>();
  let faults: ScriptedFault[] = [];

  function takeFault(place: string): ScriptedFault | null {
    const fault = faults.find((candidate) => candidate.place === place && candidate.remaining > 0);
    if (!fault) return null;
    fault.remaining -= 1;
    return fault;
  }

  const responses = createResponses({ catalogue, apiKey, playerErrors });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake");
    const place = placeOf(url.pathname);
    const referer = request.headers.referer ?? null;
    const query = Object.fromEntries(url.searchParams);
    requests.push({ place, path: url.pathname, query, referer });
    const fault = takeFault(place);
    if (fault) return sendFault(response, fault, CONTENT_TYPES[fault.place]);
    const { status, contentType, body } = await responses[place]({ request, url });
    response.writeHead(status, { "content-type": contentType });
    response.end(body);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  const origin = await listen(server);

  return {
    origin,
    apiBase: `${origin}/youtube/v3`,
    feedBase: `${origin}/feeds`,
    imageBase: origin,
    embedBase: origin,
    apiKey,
    catalogue,
    playerErrors,
    requests,
    units: () => requests.filter((request) => isApiMethod(request.place)).length,
    requestsTo: (place) => requests.filter((request) => request.place === place),
    fail(place, name, { times = Number.POSITIVE_INFINITY, retryAfter } = {}) {
      const fault = { place, name, remaining: times };
      faults.push(retryAfter === undefined ? fault : { ...fault, retryAfter });
    },
    heal() {
      faults = [];
    },
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was assigned");
  return `http://127.0.0.1:${address.port}`;
}
