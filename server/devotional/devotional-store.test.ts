import { expect, it } from "vitest";
import { createDevotionalStore, titleOfDay } from "./devotional-store.ts";

function storeOf(...rows: object[]) {
  const transport = () => Promise.resolve(Response.json(rows));
  return createDevotionalStore({ transport, publishableKey: "key" });
}

const row = (date: string) => ({ date, title: `Of ${date}`, verse: "John 6", content: "A" });

it("returns the title published for the date", async () => {
  expect(await titleOfDay(storeOf(row("2026-06-14")), "en", "2026-06-14")).toBe("Of 2026-06-14");
});

it("returns null if the newest published one is of another day", async () => {
  expect(await titleOfDay(storeOf(row("2026-06-13")), "en", "2026-06-14")).toBeNull();
});

it("falls back to the bundled one if nothing was ever published; day 31 uses day 30", async () => {
  expect(await titleOfDay(storeOf(), "en", "2026-06-01")).toBe("Walking in God’s Purpose");
  const thirtieth = await titleOfDay(storeOf(), "fr", "2026-06-30");
  expect(thirtieth).toEqual(expect.any(String));
  expect(await titleOfDay(storeOf(), "fr", "2026-07-31")).toBe(thirtieth);
});
