import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { analyticsMessages } from "#shared/messages/studio/analytics.ts";
import type { Analytics } from "#shared/analytics/analytics.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { EMPTY_WEEK, TITLES, WEEK } from "#tests/support/studio-analytics.ts";
import * as download from "#web/lib/download-blob.ts";
import type { Site } from "#web/lib/site.ts";
import { AnalyticsPage } from "./analytics-page.tsx";

const { en } = analyticsMessages;
/** French titles contain no-break spaces. */
const EXACT = { collapseWhitespace: false } as const;
const NUMBERS = "POST /rest/v1/rpc/studio_numbers";

async function openPage(numbers: Analytics = WEEK, site: Partial<Site> = {}) {
  const server = createFakeServer();
  await signInMember(server);
  server.answer(NUMBERS, () => json(numbers));
  server.answer("GET /functions/v1/youtube-playlist-videos", () => json(TITLES));
  const view = renderView(
    <InStudio>
      <AnalyticsPage />
    </InStudio>,
    { server, site },
  );
  await screen.findByRole("heading", { name: en.now.title });
  return { ...view, server };
}

const card = (name: string) => within(screen.getByRole("region", { name }));

describe("the analytics page", () => {
  it("names channels, videos, pages and languages, and hides counts that are too small", async () => {
    const { server } = await openPage();
    const now = card(en.now.title);
    expect(now.getByText("About 1,240")).toBeDefined();
    expect(now.getByText(en.now.few)).toBeDefined();
    const plays = card(en.metrics.play.most);
    expect(await plays.findByText(LONG_TITLE, EXACT)).toBeDefined();
    expect(plays.getByText("gone1234567")).toBeDefined();
    expect(plays.getByText(en.fewMore("3"))).toBeDefined();
    for (const name of ["Home", "Sermons", "Français", "guerison du coeur"]) {
      expect(screen.getByRole("rowheader", { name })).toBeDefined();
    }
    expect(server.to(NUMBERS)[0]?.body).toMatchObject({ p_days: 7 });
  });

  it("states the maximum of every chart and shows its values in a table", async () => {
    const { user } = await openPage();
    const peaks = screen.getByRole("heading", { name: en.peaks.title }).closest("section");
    if (!peaks) throw new Error("no peaks");
    expect(within(peaks).getAllByRole("img")).toHaveLength(2);
    const [english, other] = within(peaks).getAllByText(en.table);
    if (!english || !other) throw new Error("no tables");
    for (const summary of [english, other]) await user.click(summary);
    expect(within(peaks).getAllByRole("rowheader")).toHaveLength(14);
    expect(within(peaks).getByText("1,300", { selector: "td" })).toBeDefined();
    expect(within(peaks).getByText(en.fewer, { selector: "td" })).toBeDefined();
  });

  it.each([
    [1, en.days[1]],
    [28, en.days[28]],
  ])("requests %i days by their button", async (days, name) => {
    const { user, server } = await openPage();
    await user.click(screen.getByRole("button", { name }));
    await screen.findByRole("heading", { name: en.now.title });
    expect(server.to(NUMBERS).at(-1)?.body).toMatchObject({ p_days: days });
    expect(screen.getByRole("button", { name, pressed: true })).toBeDefined();
  });

  it("downloads the numbers as CSV", async () => {
    const offer = vi.spyOn(download, "downloadBlob").mockReturnValue();
    const { user } = await openPage();
    await screen.findByText(LONG_TITLE, EXACT);
    for (const title of [en.metrics.play.title, en.metrics.play.most]) {
      await user.click(screen.getByRole("button", { name: en.downloadOf(title) }));
    }
    const texts = await Promise.all(
      offer.mock.calls.map(async ([file, name]) => [name, await file.text()]),
    );
    expect(texts.map(([name]) => name)).toEqual(["play-days.csv", "play.csv"]);
    expect(texts[0]?.[1]).toContain(`2026-11-19T22:00:00.000Z,${en.fewer}\r\n`);
    expect(texts[1]?.[1]).toContain("gone1234567,12\r\n");
  });

  it("says when there are no numbers, and which data is never counted", async () => {
    await openPage(EMPTY_WEEK);
    expect(screen.getByText(en.now.none)).toBeDefined();
    expect(screen.getAllByText(en.none).length).toBeGreaterThan(4);
    expect(screen.getByText(/left within a second/)).toBeDefined();
  });

  it("shows viewers only with an external project", async () => {
    const project = "https://project.supabase.example";
    await openPage(EMPTY_WEEK, { backendUrl: project });
    expect(screen.getByText(en.elsewhere)).toBeDefined();
    expect(screen.queryByRole("region", { name: en.metrics.search.title })).toBeNull();
  });

  it("says that the numbers may not be seen", async () => {
    const server = createFakeServer();
    await signInMember(server);
    server.answer(NUMBERS, () => json({ code: "42501", message: "-" }, 403));
    renderView(
      <InStudio>
        <AnalyticsPage />
      </InStudio>,
      { server },
    );
    expect(await screen.findByRole("alert")).toBeDefined();
  });
});
