import * as v from "valibot";
import type { Hono } from "hono";
import { createClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { createBibleRoutes } from "#server/bible/bible-routes.ts";
import { NO_LICENSED_TEXTS } from "#server/bible/licensed-texts.ts";
import { createDevotionalStore, type DatedEntry } from "#server/devotional/devotional-store.ts";
import type { Transport } from "#shared/transport.ts";
import {
  type SiteSearch,
  siteSearchSchema,
  type SuggestAnswer,
  suggestSchema,
} from "#shared/contracts/search.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { SEARCH_API_PATH, SUGGEST_API_PATH } from "#shared/search/search-address.ts";
import { CATEGORIES, type CategoryId } from "#shared/videos/categories.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createBibleSearch } from "./bible-search-client.ts";
import { createSearchRoutes } from "./search-routes.ts";
import { createSearchCollections, type SearchCollections } from "./search-collections.ts";

/** A fixed site for searches: lists in both languages, the bundled devotionals, the Bible. */

const NOW_MS = Date.parse("2026-11-22T08:00:00Z");

const TITLES: Readonly<Partial<Record<CategoryId, readonly (readonly [string, string?])[]>>> = {
  sermons: [
    ["The Healing of the Nations", "Recorded on a Sunday morning."],
    ["Guérison et restauration", "Un message du dimanche."],
    ["Grace That Saves", "What it means to be saved."],
    ["L’amour du prochain", "Aimer comme Jésus nous a aimés."],
    ["Walking by Faith", "A study of Hebrews 11."],
    ["Les chevaux de feu d’Élisée", "2 Rois 6"],
    ["The Armour of God", "Ephesians 6:10-18"],
    ["Cœur pur, mains innocentes", "Psaume 24"],
    ["Easter Morning", "He is risen."],
    ["East of Eden", "Where are you?"],
    ["Prayer That Moves Mountains", "On Mark 11."],
    ["La prière de l’Église", "Actes 4"],
  ],
  prophecies: [
    ["Prophecy for the Nations 2026", "A word for the new year."],
    ["Prophétie sur l’Afrique", "Une parole pour le continent."],
    ["Prophecy for the Nations 2019", "A word for the new year."],
  ],
  testimonies: [
    ["Healed of Blindness", "A woman from Bulawayo tells her story."],
    ["Témoignage : délivrée de l’alcool", "Marie raconte."],
    ["My Family Was Restored", "A father tells."],
  ],
  movies: [["The Prodigal Son", "A film for the family."]],
  music: [
    ["Worship Night", "Songs of praise."],
    ["Louange et adoration", "Chants."],
  ],
};

/** Shared by all tests: reading its text takes a moment. */
const BIBLE = createBibleRoutes({ licensed: NO_LICENSED_TEXTS });

/** An 11-character id from a number. */
const idOf = (number: number) => `vid${String(number).padStart(8, "0")}`;

export const FIXED_VIDEOS = new Map<CategoryId, Video[]>(
  CATEGORIES.map(({ id: category }, row) => [
    category,
    (TITLES[category] ?? []).map(([title, description = ""], index) => ({
      id: idOf(row * 100 + index),
      title,
      description,
      thumbnail: `/img/yt/${idOf(row * 100 + index)}`,
      duration: "12:00",
      viewCount: "12 views",
      publishedAt: `${/20\d\d/.exec(title)?.[0] ?? "2025"}-01-10T10:00:00Z`,
    })),
  ]),
);

export type Fixture = {
  /** Video details of the ministry; a new object identity counts as a change. */
  said?: () => Ministry["videos"];
  /** Overrides the response of a list; null: the fixed videos. */
  list?: (category: CategoryId) => Response | Promise<Response> | null;
  /** Published devotionals; a rejected promise: the store is down. */
  published?: () => Promise<readonly DatedEntry[]>;
  /** Replaces the Bible service. */
  bible?: Transport;
  rateLimitFactor?: number;
};

type FixedSearch = {
  app: Hono;
  collections: SearchCollections;
  clock: { nowMs: number };
  /** Number of list requests. */
  listCalls: () => number;
  search: (question: string, language?: string) => Promise<SiteSearch>;
  suggest: (question: string, language?: string) => Promise<SuggestAnswer>;
};

/** Search routes over the fixed lists. */
export function openFixedSearch(fixture: Fixture = {}): FixedSearch {
  const { list, published, bible, said, rateLimitFactor = 1_000 } = fixture;
  const fixed = testMinistry();
  const ministry: Ministry = {
    ...fixed,
    get videos() {
      return said?.();
    },
  };
  const clock = { nowMs: NOW_MS };
  let listCalls = 0;
  const transport: Transport = async (url, init) => {
    listCalls += 1;
    const playlistId = new URL(url, "http://test").searchParams.get("playlistId");
    const { id } =
      CATEGORIES.find(({ id }) => ministry.playlists[id] === playlistId) ?? CATEGORIES[0];
    return (await list?.(id)) ?? listAnswer(FIXED_VIDEOS.get(id) ?? [], init);
  };
  const store = createDevotionalStore({ transport, publishableKey: "key" });
  const collections = createSearchCollections({
    ministry: () => ministry,
    transport,
    publishableKey: "key",
    devotionals: { ...store, latest: async () => (await published?.()) ?? [] },
    now: () => clock.nowMs,
  });
  const app = createSearchRoutes({
    collections,
    bible: createBibleSearch(bible ?? (async (url, init) => BIBLE.request(url, init))),
    siteUrl: "https://tv.example.org",
    ministry: () => ministry,
    limits: createClientLimits({ clientAddress: () => "203.0.113.7", factor: rateLimitFactor }),
  });
  return { app, collections, clock, listCalls: () => listCalls, ...questionsTo(app) };
}

/** Response of the playlist function; 304 to a known ETag. */
export function listAnswer(videos: readonly Video[], init?: RequestInit): Response {
  const etag = `"${videos.length}-${videos.map(({ title }) => title).join("").length}"`;
  if (new Headers(init?.headers).get("if-none-match") === etag) {
    return new Response(null, { status: 304 });
  }
  const answer = { videos, source: "api", fetchedAt: "2026-11-22T08:00:00Z", stale: false };
  return Response.json(answer, { headers: { etag } });
}

function questionsTo(app: Hono): Pick<FixedSearch, "search" | "suggest"> {
  const read = async (path: string, parameters: Record<string, string>): Promise<unknown> => {
    const response = await app.request(`${path}?${new URLSearchParams(parameters).toString()}`);
    return response.json();
  };
  return {
    search: async (q, lang = "en") =>
      v.parse(siteSearchSchema, await read(SEARCH_API_PATH, { q, lang })),
    suggest: async (q, lang = "en") =>
      v.parse(suggestSchema, await read(SUGGEST_API_PATH, { q, lang })),
  };
}
