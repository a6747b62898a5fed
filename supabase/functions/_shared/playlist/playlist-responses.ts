import {
  MAX_LISTED_DESCRIPTION_CHARACTERS,
  newestFirst,
  ofLanguageFirst,
  type PlaylistResponse,
  type PlaylistSnapshot,
  type PlaylistReading,
} from "./playlist.domain.ts";
import { shortened } from "./provider-text.domain.ts";

/**
 * Responses as bytes. A snapshot is serialized, compressed and hashed once and then reused: cached
 * responses must serve thousands of requests per second.
 */

export type EncodedBody = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Strong ETag; the compressed form has its own. */
  readonly etag: string;
};

export type EncodedResponse = { readonly plain: EncodedBody; readonly gzip: EncodedBody | null };

/** Below this, compression saves less than a packet. */
const GZIP_FROM_BYTES = 1_024;
const ETAG_BYTES = 12;

const responses = new WeakMap<PlaylistSnapshot, Map<string, Promise<EncodedResponse>>>();

/** Requested videos of a list. */
export type Selection = {
  /** The newest ones without descriptions; null for all. */
  readonly limit: number | null;
  /** One video with its full description and size; an empty list if it is not in the list. */
  readonly videoId: string | null;
  /** The reader's language, whose videos come first; null for the source's order. */
  readonly language: string | null;
};

/** Returns the response for a reading, built once per snapshot, staleness and selection. */
export function encodedResponseFor(
  { snapshot, isStale }: PlaylistReading,
  wanted: Selection,
): Promise<EncodedResponse> {
  const selection = { ...wanted, language: spokenIn(snapshot, wanted.language) };
  const made = responses.get(snapshot) ?? new Map<string, Promise<EncodedResponse>>();
  responses.set(snapshot, made);
  const key = `${isStale}:${selection.limit}:${selection.videoId}:${selection.language}`;
  const known = made.get(key);
  if (known) return known;
  const videos = selectedVideos(snapshot, selection);
  const response = encodeResponse(snapshot, isStale, videos);
  // Do not store empty responses: arbitrary ids would fill the memory.
  if (selection.videoId === null || videos.length > 0) made.set(key, response);
  return response;
}

/** Maps languages without any video to null: they would only duplicate responses. */
function spokenIn({ videos }: PlaylistSnapshot, language: string | null): string | null {
  return videos.some((video) => video.language === language) ? language : null;
}

async function encodeResponse(
  snapshot: PlaylistSnapshot,
  isStale: boolean,
  videos: PlaylistSnapshot["videos"],
): Promise<EncodedResponse> {
  const response: PlaylistResponse = {
    videos,
    source: snapshot.source,
    fetchedAt: new Date(snapshot.fetchedAtMs).toISOString(),
    stale: isStale,
  };
  const text = JSON.stringify(response);
  const bytes = new TextEncoder().encode(text);
  const hash = await hashText(bytes);
  const plain = { bytes, etag: `"${hash}"` };
  if (bytes.byteLength < GZIP_FROM_BYTES) return { plain, gzip: null };
  return { plain, gzip: { bytes: await gzip(bytes), etag: `"${hash}-gzip"` } };
}

function selectedVideos(
  snapshot: PlaylistSnapshot,
  { limit, videoId, language }: Selection,
): PlaylistSnapshot["videos"] {
  if (videoId !== null) return snapshot.videos.filter(({ id }) => id === videoId);
  return limit === null ? listedOf(snapshot, language) : cardsOf(snapshot, limit, language);
}

/** All videos with shortened descriptions. */
function listedOf(
  { videos }: PlaylistSnapshot,
  language: string | null,
): PlaylistSnapshot["videos"] {
  return ofLanguageFirst(videos, language).map((video) => ({
    ...video,
    bytes: undefined,
    saverBytes: undefined,
    sound: undefined,
    keep: undefined,
    said: undefined,
    description: shortened(video.description, MAX_LISTED_DESCRIPTION_CHARACTERS),
  }));
}

/**
 * Cards show the newest by their own date, whatever the order of the list, those in the reader's
 * language first. Descriptions are omitted (for five rows a tenth of the page), and so is the
 * language if it is the reader's.
 */
function cardsOf(
  { videos }: PlaylistSnapshot,
  limit: number,
  reader: string | null,
): PlaylistSnapshot["videos"] {
  return ofLanguageFirst(newestFirst(videos), reader)
    .slice(0, limit)
    .map(({ language, ...video }) => ({
      ...video,
      bytes: undefined,
      saverBytes: undefined,
      sound: undefined,
      keep: undefined,
      said: undefined,
      description: "",
      ...(language !== undefined && reader !== null && language !== reader && { language }),
    }));
}

async function hashText(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest).subarray(0, ETAG_BYTES), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/** Returns whether an Accept-Encoding header accepts gzip ("gzip;q=0" does not). */
export function acceptsGzip(header: string | null): boolean {
  if (header === null) return false;
  return header
    .toLowerCase()
    .split(",")
    .some((part) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/.test(part));
}

/**
 * Returns whether an If-None-Match header contains this ETag (weak comparison, RFC 9110 13.1.2).
 */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}
