import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { ANNOUNCEMENTS_ID, DISMISSED_KEY } from "#shared/announcements/choose-script.ts";
import type { SiteAnnouncement } from "#shared/contracts/site.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { testSite } from "#tests/support/site-fixture.ts";
import { Announcements } from "./announcements.tsx";

const FIRST: SiteAnnouncement = {
  key: "first.2",
  severity: "urgent",
  text: "No service on Thursday",
  lang: "en",
  link: "/live-tv",
};
const SECOND: SiteAnnouncement = { key: "second.1", severity: "info", text: "Choir", lang: "en" };

function show(language: "en" | "fr" = "en") {
  const { ministry } = testSite();
  const site = { language, ministry: { ...ministry, announcements: [FIRST, SECOND] } };
  return renderView(<Announcements />, { site });
}

beforeEach(() => {
  localStorage.clear();
  const place = document.createElement("div");
  place.id = ANNOUNCEMENTS_ID;
  place.innerHTML = "<aside>No service on Thursday</aside>";
  document.body.replaceChildren(place);
});

it("hydrates the server's markup with one announcement, never two", () => {
  show();
  expect(screen.getAllByText("No service on Thursday")).toHaveLength(1);
  expect(screen.queryByText("Choir")).toBeNull();
});

it("shows the next one after a dismissal, which this device remembers", async () => {
  show();
  const dismiss = { name: "Dismiss this announcement" };
  await userEvent.click(screen.getByRole("button", dismiss));
  expect(screen.getAllByText("Choir")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", dismiss));
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(localStorage.getItem(DISMISSED_KEY)).toBe('["first.2","second.1"]');
});

it("marks text of another language, and keeps the page's language in own links", () => {
  show("fr");
  expect(screen.getByText("No service on Thursday").lang).toBe("en");
  const link = screen.getByRole("link", { name: "En savoir plus" });
  expect(link.getAttribute("href")).toBe("/fr/live-tv");
});
