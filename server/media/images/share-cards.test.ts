import { expect, test, vi } from "vitest";
import { createShareCards } from "./share-cards.ts";
import { measurePicture } from "./image-encoder.ts";

const answer = {
  reference: "John 3:16",
  text: "For <God> & so loved",
  copyright: "Public domain.",
};

test("a verse of a free text has a picture in its words", async () => {
  const transport = vi.fn(async () => Response.json(answer));
  const source = createShareCards(transport, { name: "Reign TV" })("card-verse-kjv-jhn-3-16");
  const picture = await source?.load(1_280);
  expect(picture && (await measurePicture(picture))).toMatchObject({ width: 1_280, height: 720 });
  expect(transport).toHaveBeenCalledWith("/api/bible/jhn 3:16?translation=kjv");
});

test("a verse that is not there has none", async () => {
  const transport = async () => Response.json({ error: "not found" }, { status: 404 });
  const cards = createShareCards(transport, { name: "Reign TV" });
  expect(await cards("card-verse-lsg-jhn-3-99")?.load(1_280)).toBeNull();
});

test.each([
  ["card-bible-fr", true],
  ["card-devotional-en", true],
  ["card-plans-fr", true],
  ["card-plan-gospels-30-en", true],
  ["card-verse-niv-jhn-3-16", false],
  ["card-any-words", false],
  ["upload-1", false],
])("%s is a card: %s", (name, isCard) => {
  const cards = createShareCards(() => Promise.reject(new Error("asked")), { name: "Reign TV" });
  expect(cards(name) !== null).toBe(isCard);
});
