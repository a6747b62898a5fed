import { median } from "./table.ts";

/** How long the server takes to search the whole Bible, one question at a time. */
export type SearchTime = { query: string; verses: number; medianMs: number; slowestMs: number };

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
 * Asks each question several times, after one that builds the index.
 *
 * @param origin of the server, without trailing slash
 */
export async function measureSearch(origin: string): Promise<SearchTime[]> {
  const ask = async (query: string): Promise<{ total: number; ms: number }> => {
    const from = performance.now();
    const parameters = new URLSearchParams({ q: query, limit: "50" });
    const response = await fetch(`${origin}/api/bible/v1/search?${parameters}`);
    const answer: unknown = await response.json();
    return { total: Number(Reflect.get(Object(answer), "total")), ms: performance.now() - from };
  };
  await ask("amen ");
  const times: SearchTime[] = [];
  for (const query of QUERIES) {
    const { total } = await ask(query);
    const all: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) all.push((await ask(query)).ms);
    times.push({ query, verses: total, medianMs: median(all), slowestMs: Math.max(...all) });
  }
  return times;
}
