import { monitorEventLoopDelay } from "node:perf_hooks";
import type { VideoHit } from "#shared/contracts/search.ts";
import { CATEGORIES } from "#shared/videos/categories.ts";
import { findableVideo } from "#server/search/searchable-videos.ts";
import { queryWords } from "#server/search/search-words.domain.ts";
import { createTextIndex, type SearchDocument } from "#server/search/text-index.ts";
import { median } from "./table.ts";

/** What the index of videos costs, and one question to it. */
export type FindTime = {
  videos: number;
  /** From an empty index to a whole one, off the path of any request. */
  buildMs: number;
  /** The longest that others waited for their turn meanwhile. */
  longestTurnMs: number;
  questions: { query: string; found: number; medianMs: number; slowestMs: number }[];
};

const VIDEO_COUNT = 5_000;
const ROUNDS = 40;
/** Plain, with an ending, unfinished, with mistakes, common to all, long, and found nowhere. */
const QUESTIONS = [
  "healing",
  "guérisons",
  "gra",
  "proffecy natoins",
  "sermon",
  "the grace of God for every family in the nations",
  "zzzzzzzz qqqqqqqq",
];
const WORDS =
  "grace healing faith nations prophecy morning worship family restoration church prayer mountain river " +
  "guérison amour prière louange adoration famille miracle délivrance parole royaume gloire espérance " +
  "kingdom glory covenant anointing revival testimony blessing breakthrough shepherd vineyard harvest";

/** Indexes 5,000 videos with titles of six words and descriptions of sixty, and asks them. */
export async function measureFinding(): Promise<FindTime> {
  const videos = madeVideos(VIDEO_COUNT);
  const index = createTextIndex<VideoHit>(Date.now);
  const turns = monitorEventLoopDelay({ resolution: 1 });
  turns.enable();
  const from = performance.now();
  await index.update(videos);
  const buildMs = performance.now() - from;
  turns.disable();
  const questions = QUESTIONS.map((query) => {
    const all: number[] = [];
    let found = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const askedAt = performance.now();
      const words = queryWords(query);
      found = index.search(words, 12).total;
      if (found === 0) index.nearest(words, 4);
      all.push(performance.now() - askedAt);
    }
    return { query, found, medianMs: median(all), slowestMs: Math.max(...all) };
  });
  return { videos: VIDEO_COUNT, buildMs, longestTurnMs: turns.max / 1e6, questions };
}

function madeVideos(count: number): SearchDocument<VideoHit>[] {
  const words = WORDS.split(" ");
  return Array.from({ length: count }, (_, number) => {
    const { id: category } = CATEGORIES[number % CATEGORIES.length] ?? CATEGORIES[0];
    const pick = (place: number) =>
      words[(number * 7 + place * 13 + number * place) % words.length];
    const text = (length: number) => Array.from({ length }, (_, place) => pick(place)).join(" ");
    const video = {
      id: `vid${String(number).padStart(8, "0")}`,
      title: `${text(6)} ${number}`,
      description: `${text(60)} speaker${number % 700} place${number % 900}`,
      thumbnail: "",
      duration: "12:00",
      viewCount: "12 views",
      publishedAt: new Date(Date.UTC(2020, 0, 1 + (number % 2_000))).toISOString(),
    };
    return findableVideo(video, { id: category, path: `/videos/${category}` }, category);
  });
}
