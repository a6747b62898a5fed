import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { DevotionalRow } from "./devotional-row.tsx";

const TODAY = "GET /api/devotionals/en/today";

function open(answering: () => Response | Promise<Response>) {
  const server = createFakeServer();
  server.answer(TODAY, answering);
  renderView(<DevotionalRow />, { server });
  return server;
}

it("devotional mode shows today's devotional and links to the given URL (S2.58, S2.59)", async () => {
  open(() => json({ title: "Living water", verse: "John 4:14" }));
  expect(screen.getByRole("heading", { name: "Today's Devotional" })).toBeDefined();
  expect(screen.getByText("Start your day with spiritual guidance")).toBeDefined();
  const link = screen.getByRole("link", { name: "Read Today's Devotional" });
  expect(link.getAttribute("href")).toBe("/devotional");
  expect(await screen.findByText("Living water")).toBeDefined();
  expect(screen.getByText("John 4:14")).toBeDefined();
});

it.each([
  ["is on its way", onHold().answering],
  ["does not come", unreachable],
  ["is of another kind", () => json({ title: 7 })],
])("shows its own text alone when the response %s", async (_why, answering) => {
  const server = open(answering);
  await expect.poll(() => server.to(TODAY).length).toBe(1);
  expect(screen.getByRole("link", { name: "Read Today's Devotional" })).toBeDefined();
});
