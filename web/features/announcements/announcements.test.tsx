import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
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

test("the server's markup is taken over: one is shown, never two", () => {
  show();
  expect(screen.getAllByText("No service on Thursday")).toHaveLength(1);
  expect(screen.queryByText("Choir")).toBeNull();
});

test("a dismissed one gives its place to the next, and stays dismissed on this device", async () => {
  show();
  const dismiss = { name: "Dismiss this announcement" };
  await userEvent.click(screen.getByRole("button", dismiss));
  expect(screen.getAllByText("Choir")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", dismiss));
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(localStorage.getItem(DISMISSED_KEY)).toBe('["first.2","second.1"]');
});

test("words of another language say so, and an own link leads to the page's language", () => {
  show("fr");
  expect(screen.getByText("No service on Thursday").lang).toBe("en");
  const link = screen.getByRole("link", { name: "En savoir plus" });
  expect(link.getAttribute("href")).toBe("/fr/live-tv");
});
