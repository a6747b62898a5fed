import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { VerseOfDay } from "#web/features/bible/reading-on-home.tsx";

const ASK = "GET /api/bible/v1/votd";

function verseOn(date: string, text: string) {
  const path = "/bible?book=john&chapter=3&verse=16&version=kjv";
  return {
    date,
    reference: "John 3:16",
    text,
    translation_id: "kjv",
    translation_name: "King James Version",
    translation_abbreviation: "KJV",
    language: "en",
    licence: "pd",
    copyright: "King James Version - public domain.",
    path,
    url: `https://tv.example${path}`,
  };
}

const WEEK = {
  ...verseOn("2026-11-23", "For God so loved the world"),
  following: [],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 23, 23, 30) });
});
afterEach(() => {
  vi.useRealTimers();
});

it("the verse of the reader's own day links to its location in the Bible", async () => {
  const server = createFakeServer();
  server.answer(ASK, () => json(WEEK));
  renderView(<VerseOfDay />, { server });
  expect(await screen.findByText("For God so loved the world")).toBeDefined();
  const link = screen.getByRole("link", { name: "John 3:16 (KJV)" });
  expect(link.getAttribute("href")).toBe("/bible?book=john&chapter=3&verse=16&version=kjv");
  expect(server.to(ASK).map(({ search }) => search.get("date"))).toEqual(["2026-11-23"]);
});

it("requests the verse in the version that the reader read last, while this site has it", async () => {
  localStorage.setItem("bible-version", JSON.stringify("sna-own"));
  const server = createFakeServer();
  server.answer(ASK, ({ search }) =>
    search.has("translation") ? json({ error: "translation not found" }, 404) : json(WEEK),
  );
  renderView(<VerseOfDay />, { server });
  expect(await screen.findByText("For God so loved the world")).toBeDefined();
  expect(server.to(ASK).map(({ search }) => search.get("translation"))).toEqual(["sna-own", null]);
});

it("stays empty when the device has no stored day", async () => {
  vi.setSystemTime(new Date(2027, 0, 5));
  const server = createFakeServer();
  server.answer(ASK, () => json({ error: "translation unavailable" }, 503));
  const { container } = renderView(<VerseOfDay />, { server });
  await waitFor(() => expect(server.to(ASK)).toHaveLength(1));
  expect(container.textContent).toBe("");
});

it("shares its link when the device has no share sheet", async () => {
  const server = createFakeServer();
  server.answer(ASK, () => json(WEEK));
  const { user } = renderView(<VerseOfDay />, { server });
  await user.click(await screen.findByRole("button", { name: "Share" }));
  expect(await screen.findByText("Link copied")).toBeDefined();
  expect(await navigator.clipboard.readText()).toContain("/bible?book=john&chapter=3&verse=16");
});
