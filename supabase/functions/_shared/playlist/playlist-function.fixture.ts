import * as v from "valibot";
import {
  playlistVideosSchema,
  videoSchema,
  type PlaylistVideos as PlaylistResponse,
} from "#shared/contracts/playlist-videos.ts";
import type { FakeVideo } from "#tests/fakes/youtube/catalogue.ts";
import { startFakeYouTube, type FakeYouTube } from "#tests/fakes/youtube/fake-youtube.ts";
import { createMemoryStore } from "#functions/_shared/runtime/function-module.ts";
import { createFaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import {
  createPlaylistVideos,
  type PlaylistTuning,
  type PlaylistVideos,
} from "./playlist-videos.ts";
import type { FunctionContext, KeyValueStore } from "@reign-tv/kit/function-contract.ts";

/** Configured playlists of a test site. */
export const SERMONS = "PLsermonsSermons";
export const MUSIC = "PLmusicMusicMusic";
export const LIBRARY = "library-testimonies";

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  /** The response, parsed with the schema of the web app; null for an error. */
  readonly answer: PlaylistResponse | null;
  readonly error: { readonly error: string; readonly code: string } | null;
};

export type TestedFunction = {
  readonly fake: FakeYouTube;
  readonly store: KeyValueStore;
  readonly log: string[];
  /** Entries of the fault registry: "fault_began youtube-api timeout". */
  readonly faultLines: string[];
  /** Requested paths, also of requests that never arrived. */
  readonly asked: string[];
  /** Delays requested by retries; none is really waited. */
  readonly pausesMs: number[];
  service(): PlaylistVideos;
  /** Clears all memory, as a restart does; the store stays. */
  restart(changes?: Partial<FunctionContext["env"]>): void;
  pass(ms: number): void;
  invoke(playlistId: unknown, refresh?: boolean): Promise<Reply>;
  post(body: unknown): Promise<Reply>;
  get(
    playlistId: string,
    headers?: Record<string, string>,
    query?: { readonly limit?: string; readonly language?: string },
  ): Promise<Response>;
  getVideo(playlistId: string, videoId: string): Promise<Reply>;
  /** Waits for readings in the background. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

export type TestedOptions = {
  readonly playlists?: Readonly<Record<string, readonly FakeVideo[]>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly store?: KeyValueStore;
  readonly tuning?: PlaylistTuning;
  /** Requests that the host admits; unlimited by default. */
  readonly share?: number;
  /** Response of /media/library.json. */
  readonly library?: unknown;
};

const SITE = "https://site.example";

/** The response contract with full ids, and nothing else. */
const checkedAnswerSchema = v.strictObject({
  ...playlistVideosSchema.entries,
  videos: v.array(
    v.strictObject({
      ...videoSchema.entries,
      id: v.pipe(v.string(), v.regex(/^(?:[A-Za-z0-9_-]{11}|clip-[a-z0-9-]{3,60})$/)),
    }),
  ),
});

async function parseReply(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const json: unknown = await response.json();
  if (status === 200) {
    return {
      status,
      headers,
      answer: v.parse(checkedAnswerSchema, json),
      error: null,
    };
  }
  const error = String(Reflect.get(Object(json), "error"));
  const code = String(Reflect.get(Object(json), "code"));
  return { status, headers, answer: null, error: { error, code } };
}

/** Starts the function on a fake platform with a clock that only the test moves. */
export async function startPlaylistFunction(options: TestedOptions = {}): Promise<TestedFunction> {
  const fake = await startFakeYouTube({ playlists: options.playlists ?? {} });
  const store = options.store ?? createMemoryStore();
  const log: string[] = [];
  const pausesMs: number[] = [];
  const asked: string[] = [];
  let nowMs = Date.parse("2026-11-21T12:00:00Z");
  let work: Promise<unknown>[] = [];
  let share = options.share ?? Number.POSITIVE_INFINITY;
  const faultLines: string[] = [];
  const faults = createFaultRegistry({
    now: () => nowMs,
    log: (_level, event, details) =>
      void faultLines.push(`${event} ${details?.["component"]} ${details?.["reason"]}`),
  });
  const context: FunctionContext = {
    env: {
      YOUTUBE_API_KEY: fake.apiKey,
      YOUTUBE_API_BASE: fake.apiBase,
      YOUTUBE_FEED_BASE: fake.feedBase,
      SITE_URL: SITE,
      PLAYLISTS: JSON.stringify({ sermons: SERMONS, music: MUSIC, testimonies: LIBRARY }),
      ...options.env,
    },
    async fetch(input, init) {
      const { pathname, origin } = new URL(new Request(input).url);
      asked.push(pathname);
      if (origin !== SITE) return await fetch(input, init);
      return Response.json(options.library ?? { version: 1, clips: [] });
    },
    store,
    now: () => nowMs,
    report: faults.report,
    log: (level, event, details) =>
      void log.push(`${level}: ${event} ${JSON.stringify(details ?? {})}`),
    admit() {
      share -= 1;
      return Promise.resolve(share < 0 ? 42 : null);
    },
    waitUntil: (promise) => void work.push(promise),
  };
  const tuning: PlaylistTuning = {
    upstream: {
      random: () => 0.5,
      sleep(ms) {
        pausesMs.push(ms);
        return Promise.resolve();
      },
      ...options.tuning?.upstream,
    },
    ...(options.tuning?.visitorTimeoutMs === undefined
      ? {}
      : { visitorTimeoutMs: options.tuning.visitorTimeoutMs }),
  };
  let service = createPlaylistVideos(context, tuning);
  const url = `${SITE}/functions/v1/youtube-playlist-videos`;

  const post = async (value: unknown): Promise<Reply> => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(value);
    const request = new Request(url, { method: "POST", headers, body });
    return await parseReply(await service.handle(request));
  };

  return {
    fake,
    store,
    log,
    faultLines,
    asked,
    pausesMs,
    service: () => service,
    restart(changes) {
      service = createPlaylistVideos({ ...context, env: { ...context.env, ...changes } }, tuning);
    },
    pass(ms) {
      nowMs += ms;
    },
    invoke: (playlistId, refresh) =>
      post({ playlistId, ...(refresh === undefined ? {} : { refresh }) }),
    post,
    async get(playlistId, headers = {}, more = {}) {
      const query = new URLSearchParams({ playlistId, ...more });
      return await service.handle(new Request(`${url}?${query}`, { headers }));
    },
    async getVideo(playlistId, videoId) {
      const query = new URLSearchParams({ playlistId, videoId });
      return await parseReply(await service.handle(new Request(`${url}?${query}`)));
    },
    async settle() {
      const pending = work;
      work = [];
      await Promise.all(pending);
    },
    close: () => fake.close(),
  };
}
