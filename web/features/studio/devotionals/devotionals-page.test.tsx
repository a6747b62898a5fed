import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { createFakeServer, type FakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { MonthPage } from "./devotionals-page.tsx";

const { fr } = devotionalsMessages;
const DOCUMENTS = "GET /rest/v1/studio_documents";
const MANY = "POST /rest/v1/rpc/studio_change_many";
const BODY = { title: "Avant", verse: "v", content: "c", publishAt: "2025-11-24T05:00:00Z" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T12:00:00Z") });
});
afterEach(() => vi.useRealTimers());

async function openMonth(): Promise<ReturnType<typeof renderView> & { server: FakeServer }> {
  const server = createFakeServer();
  server.answer("GET /rest/v1/studio_drafts", () => json([{ id: "2026-11-25.fr" }]));
  server.answer(DOCUMENTS, ({ search }) =>
    search.has("body")
      ? json([
          { id: "2026-11-23.fr", title: "La paix", publish_at: null },
          { id: "2026-11-30.fr", title: "Plus tard", publish_at: "2026-11-30T05:00:00Z" },
        ])
      : json([
          { id: "2025-11-24.fr", version: 1, body: BODY },
          { id: "2026-11-24.fr", version: 3, body: null },
          { id: "2025-11-26.fr", version: 1, body: { broken: true } },
        ]),
  );
  await signInMember(server);
  const view = renderView(
    <InStudio permissions={["devotionals"]}>
      <MonthPage />
    </InStudio>,
    { server, language: "fr", at: "/studio/devotionals" },
  );
  return { ...view, server };
}

const french = async () =>
  within(await screen.findByRole("region", { name: fr.grid("Français", "novembre 2026") }));

it("shows missing days as text and icon and links to each day", async () => {
  await openMonth();
  const grid = await french();
  const names = (await grid.findAllByRole("link")).map((link) => link.getAttribute("aria-label"));
  expect(names.slice(21, 26)).toEqual([
    fr.dayLabel("Dimanche 22 novembre 2026", fr.states.past, ""),
    fr.dayLabel("Lundi 23 novembre 2026", fr.states.published, "La paix"),
    fr.dayLabel("Mardi 24 novembre 2026", fr.states.missing, ""),
    fr.dayLabel("Mercredi 25 novembre 2026", fr.states.draft, ""),
    fr.dayLabel("Jeudi 26 novembre 2026", fr.states.missing, ""),
  ]);
  const [day] = grid.getAllByRole("link");
  expect(day?.getAttribute("href")).toBe("/fr/studio/devotionals/2026-11-01#fr");
  expect(grid.getByText(fr.holes(6))).toBeDefined();
});

it("fills the gaps from the year before in one action", async () => {
  const { user, server } = await openMonth();
  server.answer(MANY, () => json({ outcome: "published", batch: "b" }));
  const grid = await french();
  await user.click(grid.getByRole("button", { name: fr.copyMonth("novembre 2025") }));
  expect(await screen.findByText(fr.copiedMonth(1))).toBeDefined();
  expect(server.to(MANY)[0]?.body).toMatchObject({
    p_changes: [
      {
        kind: "devotional",
        id: "2026-11-24.fr",
        changes: { title: "Avant", verse: "v", content: "c", reflection: null, publishAt: null },
        base_version: 3,
      },
    ],
  });
});

it("says that the year before is empty and changes nothing", async () => {
  const { user, server } = await openMonth();
  const grid = await french();
  server.answer(DOCUMENTS, () => json([]));
  await user.click(grid.getByRole("button", { name: fr.copyMonth("novembre 2025") }));
  expect(await screen.findByText(fr.nothingToCopyText("novembre 2025"))).toBeDefined();
  expect(server.to(MANY)).toEqual([]);
});

it("moves between months", async () => {
  const { user, address } = await openMonth();
  await french();
  await user.click(screen.getByRole("button", { name: fr.nextMonth }));
  expect(await screen.findByText("Décembre 2026")).toBeDefined();
  expect(address()).toBe("/fr/studio/devotionals?month=2026-12");
  await user.click(screen.getByRole("button", { name: fr.thisMonth }));
  expect(await screen.findByText("Novembre 2026")).toBeDefined();
});
