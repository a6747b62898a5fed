import { act, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { everyPage as messages } from "#shared/messages/en/every-page.ts";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import { ContinueRow } from "./continue-row.tsx";

const { en, fr } = watchMessages;
const POSITION = {
  id: "clip-psalm-23",
  title: "The Lord Is My Shepherd",
  thumbnail: "/img/clip/clip-psalm-23",
  duration: "1:00",
  viewCount: "",
  category: "music",
  seconds: 20,
  ofSeconds: 60,
};

function openRow(positions: readonly unknown[], language: "en" | "fr" = "en") {
  localStorage.setItem("watchPositions", JSON.stringify(positions));
  return renderView(<ContinueRow />, { language });
}

function titles(): string[] {
  return screen.getAllByRole("link").map((link) => textOf(link));
}

it("continues at most five, the newest first", () => {
  openRow(
    Array.from({ length: 7 }, (_, index) => ({
      ...POSITION,
      id: `clip-${index}`,
      title: `No. ${index}`,
    })),
  );
  expect(screen.getAllByRole("listitem")).toHaveLength(5);
  expect(titles()[0]).toContain("No. 0");
  expect(titles()[4]).toContain("No. 4");
});

it.each([
  ["of no length", { ...POSITION, id: "bad", ofSeconds: 0 }],
  ["of no number", { ...POSITION, id: "bad", seconds: null }],
  ["without a title", { ...POSITION, id: "bad", title: undefined }],
  ["that is null", null],
  ["that is a text", "clip"],
])("one stored position %s does not affect the others", (_what, bad) => {
  openRow([POSITION, bad, { ...POSITION, id: "clip-2", title: "Second" }]);
  expect(titles()).toHaveLength(2);
});

it.each([
  ["en", POSITION, "/videos/music?v=clip-psalm-23"],
  ["fr", POSITION, "/fr/videos/music?v=clip-psalm-23"],
  ["en", { ...POSITION, id: "a&b" }, "/videos/music?v=a%26b"],
  ["en", { ...POSITION, id: "clip-own-0123456789ab" }, "/videos/music?v=clip-own-0123456789ab"],
  ["en", { ...POSITION, category: "of-yesterday" }, "/?v=clip-psalm-23"],
] as const)("in %s leads %j to %s", (language, position, address) => {
  openRow([position], language);
  expect(screen.getByRole("link").getAttribute("href")).toBe(address);
});

it("names action and progress for screen readers, in French", () => {
  openRow([POSITION], "fr");
  const row = within(screen.getByRole("region", { name: fr.continueWatching }));
  expect(textOf(row.getByRole("link"))).toContain(`${fr.resume} The Lord Is My Shepherd`);
  expect(row.getByRole("progressbar", { name: "Vue à 33\u202f%" })).toBeDefined();
});

it.each([
  [0.2, 60, null],
  [59.9, 60, messages.videos.watchedShare(100)],
  [7, 9, messages.videos.watchedShare(78)],
])("%s s of %s s are announced in whole percents: %s", (seconds, ofSeconds, name) => {
  openRow([{ ...POSITION, seconds, ofSeconds }]);
  const bar = screen.getByRole("progressbar");
  expect(bar.getAttribute("aria-label")).toBe(name ?? messages.videos.watchedShare(0));
});

it("shows no empty badge when the length is unknown", () => {
  openRow([{ ...POSITION, duration: "" }]);
  const picture = screen.getByRole("presentation", { hidden: true });
  expect(textOf(picture.parentElement)).toBe("");
});

it("removes a video that was finished in another tab", () => {
  openRow([POSITION, { ...POSITION, id: "clip-b", title: "Second" }]);
  act(() => {
    localStorage.setItem("watchPositions", JSON.stringify([POSITION]));
    window.dispatchEvent(new StorageEvent("storage", { key: "watchPositions" }));
  });
  expect(titles()).toHaveLength(1);
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(en.continueWatching);
});
