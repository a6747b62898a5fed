import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";
import { openFeedGuids, uuidOf } from "./feed-guids.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it("the id of a feed comes from its first address and stays when the site moves", async () => {
  const feed = { show: "sermons", language: "fr" } as const;
  const first = await openFeedGuids(database.database, "https://old.example")(feed);
  expect(first).toBe(uuidOf("old.example/podcast/sermons.fr.xml"));
  expect(await openFeedGuids(database.database, "https://new.example")(feed)).toBe(first);
  const other = await openFeedGuids(
    database.database,
    "https://new.example",
  )({
    ...feed,
    language: "en",
  });
  expect(other).not.toBe(first);
});

it("ids follow the podcast namespace", () => {
  // The example of the specification.
  expect(uuidOf("mp3s.nashownotes.com/pc20rss.xml")).toBe("917393e3-1b1e-5cef-ace4-edaa54e1f810");
});
