import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import {
  type CrossReferencesAnswer,
  crossReferencesSchema,
} from "#shared/contracts/bible-responses.ts";
import { createBibleRoutes } from "#server/bible/bible-routes.ts";
import { NO_LICENSED_TEXTS } from "#server/bible/licensed-texts.ts";
import { openReferences, readReferenceTable } from "./open-references.ts";

const HEADER = "From Verse\tTo Verse\tVotes\t#www.openbible.info CC-BY 2026-01-01";
const TABLE = `${HEADER}
Gen.1.1\tPs.148.4-Ps.148.5\t59
Gen.1.1\tJohn.1.1\t370
Gen.1.1\tProv.8.22-Prov.8.30\t60
Gen.1.1\t1John.1.1\t-3
Gen.1.1\tMal.4.5-Matt.1.2\t1
Ps.51.1\tPs.51.10\t20
`;

const genesis = { book: FIRST_PLACE.book, chapter: 1, verse: 1 };

let folder = "";
let path = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "references-"));
  path = join(folder, "cross_references.txt");
  await writeFile(path, TABLE);
});

afterAll(() => rm(folder, { recursive: true }));

describe("reference table", () => {
  it("sorts by votes and drops references with negative votes", async () => {
    const table = await readReferenceTable(`\uFEFF${TABLE.replaceAll("\n", "\r\n")}`);
    expect(table.size).toBe(5);
    expect(table.of(genesis).map(({ from, votes }) => `${from.book.usfm} ${votes}`)).toEqual([
      "JHN 370",
      "PRO 60",
      "PSA 59",
      "MAL 1",
    ]);
    expect(table.of({ ...genesis, verse: 2 })).toEqual([]);
  });

  it.each([
    ["", 'line 1: no header "From Verse, To Verse, Votes"'],
    ["<!doctype html>", 'line 1: no header "From Verse, To Verse, Votes"'],
    [HEADER, "line 1: there is no reference in it"],
    [`${HEADER}\nGen.1.1\tJohn.1.1\t5\nGen.1\tJohn.1.1\t5`, 'line 3: no verse: "Gen.1"'],
    [`${HEADER}\nGen.1.1\tTobit.1.1\t5`, 'line 2: no verse: "Tobit.1.1"'],
    [`${HEADER}\nGen.51.1\tJohn.1.1\t5`, 'line 2: no verse: "Gen.51.1"'],
    [`${HEADER}\nGen.1.1\tJohn.1.1`, 'line 2: no number of votes: ""'],
    [`${HEADER}\nGen.1.1\tJohn.1.1\tmany`, 'line 2: no number of votes: "many"'],
    [`${HEADER}\nGen.1.1\tPs.1.1-Ps.1.2-Ps.1.3\t1`, 'line 2: no passage: "Ps.1.1-Ps.1.2-Ps.1.3"'],
  ])("rejects an invalid line with its number: %j", async (text, message) => {
    await expect(readReferenceTable(text)).rejects.toThrow(message);
  });
});

it("does not block other requests while a long table is read", async () => {
  let answered = 0;
  const reading = readReferenceTable(`${HEADER}\n${"Gen.1.1\tJohn.1.1\t5\n".repeat(50_000)}`);
  const other = setInterval(() => (answered += 1), 0);
  expect((await reading).size).toBe(50_000);
  clearInterval(other);
  expect(answered).toBeGreaterThan(0);
});

describe("cross-references service", () => {
  const bible = (table = path, report = vi.fn<(problem: string | null) => void>()) =>
    createBibleRoutes({
      licensed: NO_LICENSED_TEXTS,
      references: openReferences(table, report),
      texts: {
        list: () => [{ ...LOUIS_SEGOND, source: "ours", revision: "1", bytes: 1 }],
        load: () =>
          Promise.resolve({
            chapter: (order, chapter) =>
              order === bookByAlias("psalms")?.order && chapter === 51
                ? [{ verse: 12, text: "Un cœur pur." }]
                : undefined,
            book: () => [],
          }),
      },
    });

  async function ask(search: string): Promise<CrossReferencesAnswer> {
    const response = await bible().request(`/api/bible/v1/references?${search}`);
    expect(response.status).toBe(200);
    return v.parse(crossReferencesSchema, await response.json());
  }

  it("returns the best first with their text, source and licence", async () => {
    const answer = await ask("book=genesis&chapter=1&verse=1&limit=3");
    expect(answer).toMatchObject({
      translation_id: "kjv",
      total: 4,
      source: "OpenBible.info",
      licence: "CC BY 4.0",
    });
    expect(answer.references).toMatchObject([
      {
        book: "john",
        chapter: 1,
        verse: 1,
        last: 1,
        text: expect.stringMatching(/^In the beginning/),
      },
      { book: "proverbs", chapter: 8, verse: 22, last: 30 },
      { book: "psalms", chapter: 148, verse: 4, last: 5 },
    ]);
  });

  it("returns only the location of a passage that crosses books", async () => {
    const { references } = await ask("book=genesis&chapter=1&verse=1");
    expect(references[3]).toMatchObject({ book: "malachi", chapter: 4, verse: 5, last: null });
  });

  it("numbers both ends as the translation does", async () => {
    const { references } = await ask("book=psalms&chapter=51&verse=3&translation=lsg");
    expect(references).toEqual([
      { book: "psalms", chapter: 51, verse: 12, last: 12, votes: 20, text: "Un cœur pur." },
    ]);
  });

  it.each([
    ["book=genesis&chapter=1&verse=1&translation=niv", 403],
    ["book=genesis&chapter=1&verse=1&translation=xyz", 404],
    ["book=tobit&chapter=1&verse=1", 404],
    ["book=genesis&chapter=1", 400],
    ["book=genesis&chapter=1&verse=1&limit=1000", 400],
  ])("responds to %s with %d", async (search, status) => {
    const response = await bible().request(`/api/bible/v1/references?${search}`);
    expect(response.status).toBe(status);
  });

  it("returns an empty list on a site without a table", async () => {
    const plain = createBibleRoutes({ licensed: NO_LICENSED_TEXTS });
    const response = await plain.request("/api/bible/v1/references?book=genesis&chapter=1&verse=1");
    expect(await response.json()).toMatchObject({ total: 0, references: [] });
  });

  it("reports a broken file by name and line, and reads it again once it is fixed", async () => {
    const broken = join(folder, "broken.txt");
    await writeFile(broken, `${HEADER}\nnothing`);
    const report = vi.fn<(problem: string | null) => void>();
    const service = bible(broken, report);
    const request = () =>
      service.request("/api/bible/v1/references?book=genesis&chapter=1&verse=1");
    expect((await request()).status).toBe(503);
    expect(report).toHaveBeenLastCalledWith(`${broken}, line 2: no number of votes: ""`);
    await writeFile(broken, TABLE);
    expect((await request()).status).toBe(200);
    expect(report).toHaveBeenLastCalledWith(null);
  });
});
