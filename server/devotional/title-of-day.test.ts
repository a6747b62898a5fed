import { expect, test } from "vitest";
import { createDevotionalStore } from "./devotional-store.ts";
import { titleOfDay } from "./title-of-day.ts";

function storeOf(...rows: object[]) {
  const transport = () => Promise.resolve(Response.json(rows));
  return createDevotionalStore({ transport, publishableKey: "key" });
}

const row = (date: string) => ({ date, title: `Of ${date}`, verse: "John 6", content: "A" });

test("is the one that was published for the date", async () => {
  expect(await titleOfDay(storeOf(row("2026-06-14")), "en", "2026-06-14")).toBe("Of 2026-06-14");
});

test("is none where the newest that was published is of another day", async () => {
  expect(await titleOfDay(storeOf(row("2026-06-13")), "en", "2026-06-14")).toBeNull();
});

test("is the shipped one of the day where nothing was ever published; day 31 falls to 30", async () => {
  expect(await titleOfDay(storeOf(), "en", "2026-06-01")).toBe("Walking in God’s Purpose");
  const thirtieth = await titleOfDay(storeOf(), "fr", "2026-06-30");
  expect(thirtieth).toEqual(expect.any(String));
  expect(await titleOfDay(storeOf(), "fr", "2026-07-31")).toBe(thirtieth);
});
