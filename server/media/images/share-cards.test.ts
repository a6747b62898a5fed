import { expect, it, vi } from "vitest";
import { createShareCards } from "./share-cards.ts";
import { measureImage } from "./image-encoder.ts";

const answer = {
  reference: "John 3:16",
  text: "For <God> & so loved",
  copyright: "Public domain.",
};

it("renders a verse of a free text", async () => {
  const transport = vi.fn(async () => Response.json(answer));
  const source = createShareCards(transport, () => ({ name: "Reign TV" }))(
    "card-verse-kjv-jhn-3-16",
  );
  const picture = await source?.load(1_280);
  expect(picture && (await measureImage(picture))).toMatchObject({ width: 1_280, height: 720 });
  expect(transport).toHaveBeenCalledWith("/api/bible/jhn 3:16?translation=kjv");
});

it("has no image for a missing verse", async () => {
  const transport = async () => Response.json({ error: "not found" }, { status: 404 });
  const cards = createShareCards(transport, () => ({ name: "Reign TV" }));
  expect(await cards("card-verse-lsg-jhn-3-99")?.load(1_280)).toBeNull();
});

it.each([
  ["card-bible-fr", true],
  ["card-devotional-en", true],
  ["card-plans-fr", true],
  ["card-plan-gospels-30-en", true],
  ["card-verse-niv-jhn-3-16", false],
  ["card-any-words", false],
  ["upload-1", false],
])("accepts the card %s: %s", (name, isCard) => {
  const cards = createShareCards(
    () => Promise.reject(new Error("asked")),
    () => ({ name: "Reign TV" }),
  );
  expect(cards(name) !== null).toBe(isCard);
});
