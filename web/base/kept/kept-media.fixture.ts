import { createMemoryStore, type MemoryStore } from "#shared/device/memory-store.fixture.ts";
import { readByteRange } from "@reign-tv/kit/http/byte-range.domain.ts";
import { createKeptMedia, type KeptMedia, type KeptMediaDeps, type NewItem } from "./kept-media.ts";

/** A file of the fake server. */
type ServedFile = { body: Uint8Array<ArrayBuffer>; etag: string };

export type TestedMedia = {
  media: KeptMedia;
  store: MemoryStore;
  files: Map<string, ServedFile>;
  /** Ranges that were asked for. */
  asked: string[];
  /** Requests that are answered before the connection is cut. */
  connection: { answersLeft: number };
  /** Runs the retry that waits for a connection. */
  reconnect: () => void;
  persist: { times: number };
};

/** A file of some bytes, which differ from part to part. */
export function fileOf(bytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.alloc(bytes, "In the beginning was the Word"));
}

export const NEW_ITEM: NewItem = {
  url: "/media/clips/clip-one.m4a?v=1",
  kind: "sound",
  bytes: 10,
  seconds: 60,
  category: "sermons",
  video: {
    id: "clip-one",
    title: "Hope",
    thumbnail: "/img/clip/clip-one",
    duration: "1:00",
    viewCount: "",
    publishedAt: "2026-10-11T10:00:00Z",
  },
};

/** Kept media on a device in memory, with a server that answers ranges. */
export function openTestedMedia(
  part: Partial<KeptMediaDeps> = {},
  store: MemoryStore = createMemoryStore(),
): TestedMedia {
  const files = new Map<string, ServedFile>();
  const asked: string[] = [];
  const connection = { answersLeft: Number.POSITIVE_INFINITY };
  const persist = { times: 0 };
  let retry = (): void => undefined;
  let clock = 0;

  async function answer(url: string, headers: Headers): Promise<Response> {
    const file = files.get(url);
    if (!file) return new Response("not found", { status: 404 });
    if (connection.answersLeft <= 0) throw new TypeError("Failed to fetch");
    connection.answersLeft -= 1;
    const { body, etag } = file;
    asked.push(headers.get("range") ?? "whole");
    const condition = headers.get("if-range");
    const range =
      condition !== null && condition !== etag
        ? "whole"
        : readByteRange(headers.get("range") ?? undefined, body.length);
    if (range === "unsatisfiable") {
      return new Response(null, {
        status: 416,
        headers: { "content-range": `bytes */${body.length}` },
      });
    }
    if (range === "whole") {
      return new Response(body, { headers: { etag, "content-length": String(body.length) } });
    }
    return new Response(body.slice(range.first, range.last + 1), {
      status: 206,
      headers: { etag, "content-range": `bytes ${range.first}-${range.last}/${body.length}` },
    });
  }

  const media = createKeptMedia({
    store,
    fetch: (input, init) =>
      answer(typeof input === "string" ? input : "", new Headers(init?.headers)),
    now: () => (clock += 1),
    alone: (work) => work(),
    freeBytes: () => Promise.resolve(null),
    persist: () => (persist.times += 1),
    tabs: { notify: () => undefined, listen: () => undefined },
    count: () => undefined,
    goOn: () => undefined,
    posterOf: ({ video }) => video.thumbnail,
    retryLater: (_attempt, again) => {
      retry = again;
    },
    remember: () => undefined,
    ...part,
  });
  return { media, store, files, asked, connection, reconnect: () => retry(), persist };
}
