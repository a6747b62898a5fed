import { MEASURED_TEXTS } from "./own-texts.ts";
import { median } from "./table.ts";

/** How long the server takes to search a whole text of the Bible, one question at a time. */
export type SearchTime = {
  text: string;
  query: string;
  verses: number;
  medianMs: number;
  slowestMs: number;
};

/** From a rare word to the commonest, phrases, and what is being typed. */
const QUERIES = [
  "Nebuchadnezzar ",
  "faith ",
  "lord ",
  "the ",
  "and the lord said unto ",
  "fear no",
];
const ROUNDS = 40;

/**
 * Asks each question several times of every text, after one that builds its index: all of them are loaded
 * when the first is measured.
 *
 * @param origin of the server, without trailing slash
 */
export async function measureSearch(origin: string): Promise<SearchTime[]> {
  for (const { id, disguise } of MEASURED_TEXTS) await ask(origin, id, disguise("amen "));
  const times: SearchTime[] = [];
  for (const { id, disguise } of MEASURED_TEXTS) {
    for (const query of QUERIES) {
      const asked = disguise(query);
      const { total } = await ask(origin, id, asked);
      const all: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) all.push((await ask(origin, id, asked)).ms);
      const slowestMs = Math.max(...all);
      times.push({ text: id, query, verses: total, medianMs: median(all), slowestMs });
    }
  }
  return times;
}

async function ask(
  origin: string,
  text: string,
  query: string,
): Promise<{ total: number; ms: number }> {
  const from = performance.now();
  const parameters = new URLSearchParams({ q: query, translation: text, limit: "50" });
  const response = await fetch(`${origin}/api/bible/v1/search?${parameters}`);
  const answer: unknown = await response.json();
  return { total: Number(Reflect.get(Object(answer), "total")), ms: performance.now() - from };
}
