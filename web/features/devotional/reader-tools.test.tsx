import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { readerMessages } from "#shared/messages/reading/reader.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { refuseStorage } from "#tests/support/full-storage.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { DevotionalPage } from "./devotional-page.tsx";

const { en, fr } = devotionalMessages;
const TODAY = "2026-06-14";
const SERVED = { day: 14, title: "Served today", verse: "John 3:16", content: "One.\n\nTwo." };

/** Tells the page's observer whether the end of the devotional is visible. */
let see: (isInSight: boolean) => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${TODAY}T12:00:00Z`) });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => tell([{ isIntersecting }]);
      }
      observe = vi.fn<() => void>();
      disconnect = vi.fn<() => void>();
    },
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

type Options = Parameters<typeof renderView>[1] & { published?: readonly object[] };

function openPage({ published = [], ...options }: Options = {}) {
  const server = createFakeServer();
  server.answer("POST /functions/v1/tts", () => json({ available: false }));
  server.answer("GET /rest/v1/devotionals", () => json(published));
  return renderView(<DevotionalPage date={null} servedDay={TODAY} served={[SERVED]} />, {
    at: "/devotional?day=3",
    ...options,
    server,
  });
}

const keepButton = (name: string) => screen.findByRole("button", { name });

describe("saving a devotional", () => {
  it("adds it to a list that links to it, in French, until it is removed", async () => {
    const { user } = openPage({ language: "fr" });
    const button = await keepButton(fr.keep);
    expect(screen.queryByRole("region", { name: fr.keptTitle })).toBeNull();
    await user.click(button);
    expect(button.getAttribute("aria-pressed")).toBe("true");
    const list = within(screen.getByRole("region", { name: fr.keptTitle }));
    expect(list.getByRole("link").getAttribute("href")).toBe("/fr/devotional?day=3");
    expect(list.getByText("Jour 3")).toBeDefined();
    await user.click(list.getByRole("button"));
    expect(button.getAttribute("aria-pressed")).toBe("false");
    expect(screen.queryByRole("region", { name: fr.keptTitle })).toBeNull();
  });

  it("shows a notice where the browser blocks storage", async () => {
    localStorage.setItem("devotionals-kept", "[]");
    refuseStorage();
    const { user } = openPage();
    await user.click(await keepButton(en.keep));
    expect((await screen.findByRole("alert")).textContent).toBe(en.notKept);
  });

  it.each([
    ["no list", "{}"],
    ["an address of elsewhere", '[{"path":"//evil.example","title":"x","label":"y"}]'],
  ])("ignores %s in the store", async (_what, stored) => {
    localStorage.setItem("devotionals-kept", stored);
    openPage();
    await keepButton(en.keep);
    expect(screen.queryByRole("region", { name: en.keptTitle })).toBeNull();
  });
});

describe("a day that was read", () => {
  it("is marked once its end was visible for a moment, in this month", async () => {
    openPage();
    const name = en.dayRead(en.day(3));
    await screen.findByRole("link", { name: en.day(3) });
    vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`) });
    see(true);
    see(false);
    act(() => void vi.advanceTimersByTime(5_000));
    expect(screen.queryByRole("link", { name })).toBeNull();
    see(true);
    act(() => void vi.advanceTimersByTime(5_000));
    expect(screen.getByRole("link", { name })).toBeDefined();
    expect(localStorage.getItem("devotionals-read")).toBe('["2026-06-03"]');
    vi.useRealTimers();
  });

  it("differs from the same day of the previous month", async () => {
    localStorage.setItem("devotionals-read", '["2026-05-03","2026-06-04"]');
    openPage();
    expect(await screen.findByRole("link", { name: en.dayRead(en.day(4)) })).toBeDefined();
    expect(screen.queryByRole("link", { name: en.dayRead(en.day(3)) })).toBeNull();
  });

  it("of the calendar is named with its weekday and title, in French", async () => {
    localStorage.setItem("devotionals-read", '["2026-06-10"]');
    const entry = { date: "2026-06-10", title: "La paix", verse: "v", content: "c" };
    openPage({ at: "/devotional", language: "fr", published: [{ ...entry, reflection: null }] });
    const name = fr.dayRead(fr.dayTitled("Mercredi 10 juin 2026", "La paix"));
    expect(await screen.findByRole("link", { name })).toBeDefined();
  });
});

it("the text size is shared with the Bible, and stored", async () => {
  localStorage.setItem("bible-text-size", "3");
  const { user } = openPage();
  const larger = await screen.findByRole("button", { name: readerMessages.en.larger });
  await user.click(larger);
  expect(larger).toHaveProperty("disabled", true);
  expect(localStorage.getItem("bible-text-size")).toBe("4");
});
