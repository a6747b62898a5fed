import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import {
  createFakeServer,
  type FakeServer,
  json,
  onHold,
  unreachable,
} from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { learnServerTime } from "#web/lib/clock.ts";
import { DevotionalPage } from "./devotional-page.tsx";

const { en, fr } = devotionalMessages;
const TABLE = "GET /rest/v1/devotionals";
const TODAY = "2026-06-14";
const SERVED = { day: 14, title: "Served today", verse: "John 3:16", content: "One.\n\nTwo." };
/** Comes with the page too, for readers in another time zone. */
const TOMORROW = { ...SERVED, day: 15, title: "Served for tomorrow" };

function published(date: string, changes: object = {}) {
  const entry = { date, title: `For ${date}`, verse: "Psalm 23:1", content: "A word." };
  return { ...entry, reflection: null, ...changes };
}

/** A server with these published days. */
function publishing(entries: readonly ReturnType<typeof published>[]): FakeServer {
  const server = createFakeServer();
  server.answer("POST /functions/v1/tts", () => json({ available: false }));
  server.answer(TABLE, ({ search }) => {
    const [operator = "", value = ""] = (search.get("date") ?? "").split(".");
    if (operator === "eq") return json(entries.filter(({ date }) => date === value));
    const [from = "", to = ""] = search.getAll("date").map((range) => range.slice(4));
    return json(entries.filter(({ date }) => date >= from && date <= to));
  });
  return server;
}

type Options = Parameters<typeof renderView>[1] & { date?: string | null };

function openPage({ date = null, server = publishing([]), ...options }: Options = {}) {
  const view = <DevotionalPage date={date} servedDay={TODAY} served={[SERVED, TOMORROW]} />;
  return renderView(view, { at: "/devotional", ...options, server });
}

function title(): string | null {
  return within(screen.getByRole("article")).getByRole("heading", { level: 2 }).textContent;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${TODAY}T12:00:00Z`) });
});

describe("the grid of thirty days", () => {
  it.each([
    ["?day=1", "Day 1"],
    ["?day=30", "Day 30"],
    ["?day=31", "Day 14"],
    ["?day=0", "Day 14"],
    ["?day=07", "Day 14"],
    ["?day=-3", "Day 14"],
    ["?day=first", "Day 14"],
  ])("at %j is open at %s", async (search, day) => {
    openPage({ at: `/devotional${search}` });
    const grid = within(await screen.findByRole("navigation", { name: en.chooseDay }));
    const current = grid.getAllByRole("link").filter((link) => link.hasAttribute("aria-current"));
    expect(current.map((link) => link.getAttribute("aria-label"))).toEqual([day]);
    expect(await screen.findByText(day, { selector: "article p" })).toBeDefined();
  });

  it.each([
    ["1", [fr.nextDay], ["/fr/devotional?day=2"]],
    ["15", [fr.previousDay, fr.nextDay], ["/fr/devotional?day=14", "/fr/devotional?day=16"]],
    ["30", [fr.previousDay], ["/fr/devotional?day=29"]],
  ])("on day %s leads in French to %j", async (day, names, addresses) => {
    openPage({ at: `/devotional?day=${day}`, language: "fr" });
    await screen.findByRole("article");
    const links = names.map((name) => screen.getByRole("link", { name }).getAttribute("href"));
    expect(links).toEqual(addresses);
    expect(screen.queryAllByRole("link", { name: /^Jour (précédent|suivant)$/ })).toHaveLength(
      names.length,
    );
  });

  it("shows a selected day below the start of the reading", async () => {
    const { user } = openPage({ at: "/devotional?day=3" });
    const grid = within(await screen.findByRole("navigation", { name: en.chooseDay }));
    const scrolled: string[] = [];
    Object.defineProperty(Element.prototype, "scrollIntoView", {
      configurable: true,
      value(this: Element) {
        scrolled.push(this.querySelector("article p")?.textContent ?? "");
      },
    });
    const place = vi.spyOn(Element.prototype, "getBoundingClientRect");
    place.mockReturnValue(new DOMRect(0, 40, 0, 0));
    const selected = (day: number) =>
      expect.poll(() => grid.queryByRole("link", { name: en.day(day), current: "page" }));
    await user.click(grid.getByRole("link", { name: en.day(7) }));
    await selected(7).not.toBeNull();
    expect(scrolled).toEqual([]);
    place.mockReturnValue(new DOMRect(0, -1300, 0, 0));
    await user.click(grid.getByRole("link", { name: en.day(5) }));
    await expect.poll(() => scrolled).toEqual(["Day 5"]);
    await user.click(screen.getByRole("link", { name: en.nextDay }));
    await expect.poll(() => scrolled).toEqual(["Day 5", "Day 6"]);
  });

  it("marks a day without an entry on a device with its own entries", async () => {
    localStorage.setItem("devotionals", JSON.stringify([{ ...SERVED, title: "Own", day: 3 }]));
    const { visit } = openPage({ at: "/devotional?day=4", language: "fr" });
    expect((await screen.findByText(fr.noEntry)).getAttribute("role")).toBe("status");
    await visit("/fr/devotional?day=3");
    expect(title()).toBe("Own");
  });

  it("is open at the server's day once its time is known, on a device that is a year behind", async () => {
    vi.setSystemTime(Date.parse("2025-06-20T12:00:00Z"));
    openPage();
    await screen.findByText("Day 20", { selector: "article p" });
    act(() => learnServerTime(`${TODAY}T12:00:00Z`));
    expect(screen.getByText("Day 14", { selector: "article p" })).toBeDefined();
  });

  it("moves to the next day at midnight while the page stays open", async () => {
    openPage();
    await screen.findByText("Day 14", { selector: "article p" });
    vi.setSystemTime(Date.parse("2026-06-15T00:00:01Z"));
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(screen.getByText("Day 15", { selector: "article p" })).toBeDefined();
    expect(title()).toBe(TOMORROW.title);
  });
});

describe("a preview link", () => {
  const preview = (id: string) => ({
    kind: "devotional",
    id,
    body: { title: "Not yet", verse: "John 3:16", content: "A *draft*.", html: "<b>" },
  });

  it("shows unpublished content in place of the published one", async () => {
    const site = { preview: preview(`${TODAY}.fr`) };
    const server = publishing([published(TODAY)]);
    openPage({ date: TODAY, server, language: "fr", site });
    expect(await screen.findByText("draft")).toBeDefined();
    expect(title()).toBe("Not yet");
  });

  it("of another day or language changes nothing", async () => {
    const site = { preview: preview(`${TODAY}.en`) };
    const server = publishing([published(TODAY)]);
    openPage({ date: TODAY, server, language: "fr", site });
    await screen.findByRole("article");
    expect(title()).toBe(`For ${TODAY}`);
  });
});

describe("the text of a day", () => {
  it("has its formatting, and no other markup", async () => {
    const content =
      "One *two* **three** [four](https://a.example/)\n\n- <b>five</b>\n\n> six, Psalm 23:1";
    openPage({ date: TODAY, server: publishing([published(TODAY, { content })]), language: "fr" });
    const article = within(await screen.findByRole("article"));
    expect(article.getByText("two").tagName).toBe("EM");
    expect(article.getByText("three").tagName).toBe("STRONG");
    expect(article.getByText("<b>five</b>").tagName).toBe("LI");
    const links = article.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      "/fr/bible?book=psalms&chapter=23&verse=1",
      "https://a.example/",
      "/fr/bible?book=psalms&chapter=23&verse=1",
    ]);
  });

  it("has the copyright line of a version that it quotes", async () => {
    const server = publishing([published(TODAY, { verse: "“Rejoice.” — 1 Thess 5:16 (NIV)" })]);
    openPage({ date: TODAY, server, language: "fr" });
    expect(await screen.findByText(/Biblica, Inc\.™ Used by permission/)).toBeDefined();
  });
});

describe("a published day", () => {
  it("has its date in the page's language and its own reflection", async () => {
    const own = published(TODAY, { reflection: "Where do you rest?" });
    openPage({ server: publishing([own]), language: "fr" });
    expect(await screen.findByText("Dimanche 14 juin 2026")).toBeDefined();
    expect(await screen.findByText("Where do you rest?")).toBeDefined();
    expect(screen.queryByText(fr.reflectionPrompt, { collapseWhitespace: false })).toBeNull();
  });

  it("asks the fixed question when it has no reflection", async () => {
    openPage({ server: publishing([published(TODAY)]), language: "fr" });
    expect(
      await screen.findByText(fr.reflectionPrompt, { collapseWhitespace: false }),
    ).toBeDefined();
  });

  it.each([
    [TODAY, en.yesterday, en.tomorrow],
    ["2026-06-10", en.previousDay, en.nextDay],
  ])("%s links to the existing adjacent days: %s, %s", async (date, before, after) => {
    const days = ["2026-06-09", "2026-06-10", "2026-06-11", "2026-06-13", TODAY, "2026-06-15"];
    openPage({ date, server: publishing(days.map((day) => published(day))) });
    expect(await screen.findByRole("link", { name: before })).toBeDefined();
    expect(await screen.findByRole("link", { name: after })).toBeDefined();
  });

  it("redirects to today when it is missing, unless it is today, which has a bundled one", async () => {
    const server = publishing([published("2026-06-13")]);
    const { unmount } = openPage({ date: "2026-06-01", server, language: "fr" });
    expect(await screen.findByText(fr.noEntry)).toBeDefined();
    const link = screen.getByRole("link", { name: fr.readToday });
    expect(link.getAttribute("href")).toBe("/fr/devotional");
    unmount();
    openPage({ date: TODAY, server, language: "fr" });
    expect(await screen.findByRole("article")).toBeDefined();
    expect(screen.queryByText(fr.noEntry)).toBeNull();
  });

  it("is busy while it loads; a failed one can be retried, in French", async () => {
    const server = publishing([]);
    const hold = onHold();
    server.answer(TABLE, ({ search }) =>
      search.get("date") === `eq.${TODAY}` ? hold.answering() : json([]),
    );
    const { container, user } = openPage({ date: TODAY, server, language: "fr" });
    expect(container.querySelector('[aria-busy="true"]')?.textContent).toBe(
      "Dimanche 14 juin 2026",
    );
    server.answer(TABLE, unreachable);
    hold.release(json({ message: "down" }, 503));
    expect(await screen.findByRole("alert")).toBeDefined();
    server.answer(TABLE, ({ search }) => json(search.has("date") ? [published(TODAY)] : []));
    await user.click(screen.getByRole("button", { name: fr.tryAgain }));
    expect(await screen.findByText(`For ${TODAY}`)).toBeDefined();
  });

  it.each([
    ["of another shape", () => json([{ date: 7 }])],
    ["that is no list", () => json({ entries: [] })],
  ])("in a response %s counts as failed", async (_what, answering) => {
    const server = publishing([]);
    server.answer(TABLE, answering);
    openPage({ date: TODAY, server });
    expect((await screen.findByRole("alert")).textContent).toContain(en.loadFailed);
  });
});

/** Opens the strip of a week into all days. */
async function openAllDays({ user }: Pick<ReturnType<typeof openPage>, "user">): Promise<void> {
  await user.click(within(screen.getByRole("navigation")).getByRole("button", { expanded: false }));
}

describe("the strip of a week", () => {
  const numbers = (nav: Pick<typeof screen, "getAllByRole">) =>
    nav.getAllByRole("listitem").map(({ textContent }) => Number(textContent));

  it("has seven numbered days, and ends with the last of the grid", async () => {
    const { user, visit } = openPage({ at: "/devotional?day=9", language: "fr" });
    const nav = within(await screen.findByRole("navigation", { name: fr.chooseDay }));
    expect(numbers(nav)).toEqual([8, 9, 10, 11, 12, 13, 14]);
    const next = nav.getByRole("button", { name: fr.nextWeek });
    for (let turn = 0; turn < 3; turn += 1) await user.click(next);
    expect(numbers(nav)).toEqual([24, 25, 26, 27, 28, 29, 30]);
    expect(next).toHaveProperty("disabled", true);
    await visit("/fr/devotional?day=3");
    expect(numbers(nav)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(nav.getByRole("button", { name: fr.previousWeek })).toHaveProperty("disabled", true);
  });

  it("opens into the grid of thirty days, labelled June 2025 (S9.15)", async () => {
    const shown = openPage();
    const nav = within(await screen.findByRole("navigation", { name: en.chooseDay }));
    expect(nav.getByRole("heading").textContent).toBe("June 2025");
    await openAllDays(shown);
    expect(nav.getByRole("heading").textContent).toBe("June 2025");
    expect(numbers(nav)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(nav.queryByRole("button", { name: en.nextWeek })).toBeNull();
  });

  it("has the dates of the selected day's week, also of two months", async () => {
    const server = publishing([published("2026-06-02"), published("2026-05-31")]);
    const { user } = openPage({ date: "2026-05-31", server });
    const nav = within(await screen.findByRole("navigation", { name: en.chooseDay }));
    expect(numbers(nav)).toEqual([25, 26, 27, 28, 29, 30, 31]);
    const next = nav.getByRole("button", { name: en.nextWeek });
    await user.click(next);
    expect(numbers(nav)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await nav.findByRole("link", { name: /^Tuesday, June 2, 2026/ })).toBeDefined();
    for (let turn = 0; turn < 4; turn += 1) await user.click(next);
    expect(next).toHaveProperty("disabled", true);
  });
});

describe("the calendar", () => {
  async function openCalendar(language: "en" | "fr" = "en") {
    const server = publishing([published(TODAY), published("2026-05-31")]);
    const shown = openPage({ server, language });
    const texts = devotionalMessages[language];
    await screen.findByRole("link", { name: /2026/ });
    await openAllDays(shown);
    return { ...shown, nav: within(screen.getByRole("navigation", { name: texts.chooseDay })) };
  }

  it("links only the published days, each by its date and title in French", async () => {
    const { nav } = await openCalendar("fr");
    const day = await nav.findByRole("link", {
      name: fr.dayTitled("Dimanche 14 juin 2026", `For ${TODAY}`),
    });
    expect(day.getAttribute("href")).toBe("/fr/devotional/2026/06/14");
    expect(nav.getAllByRole("link")).toHaveLength(1);
    expect(nav.getByText("15").closest("a")).toBeNull();
  });

  it("goes back to earlier months and no further than the current one", async () => {
    const { nav, user } = await openCalendar("fr");
    const next = nav.getByRole("button", { name: fr.nextMonth });
    expect(next).toHaveProperty("disabled", true);
    await user.click(nav.getByRole("button", { name: fr.previousMonth }));
    expect(nav.getByRole("heading").textContent).toBe("Mai 2026");
    const link = await nav.findByRole("link", { name: /^Dimanche 31 mai 2026/ });
    expect(link.getAttribute("href")).toBe("/fr/devotional/2026/05/31");
    expect(next).toHaveProperty("disabled", false);
    await user.click(next);
    expect(nav.getByRole("heading").textContent).toBe("Juin 2026");
  });

  it("has the days of its month", async () => {
    const { nav, user } = await openCalendar();
    for (let turn = 0; turn < 4; turn += 1) {
      await user.click(nav.getByRole("button", { name: en.previousMonth }));
    }
    expect(nav.getByRole("heading").textContent).toBe("February 2026");
    expect(nav.queryByText("28")).not.toBeNull();
    expect(nav.queryByText("29")).toBeNull();
  });
});

it.each([
  [{ key: "u", ctrlKey: true, shiftKey: true }, true],
  [{ key: "U", ctrlKey: true, shiftKey: true }, true],
  [{ key: "u", ctrlKey: true, shiftKey: false }, false],
  [{ key: "u", ctrlKey: false, shiftKey: true }, false],
  [{ key: "i", ctrlKey: true, shiftKey: true }, false],
])("the keys %j open the upload: %s", async (keys, isOpened) => {
  openPage({ language: "fr" });
  await screen.findByRole("article");
  act(() => void window.dispatchEvent(new KeyboardEvent("keydown", keys)));
  await expect
    .poll(() => screen.queryByRole("region", { name: fr.uploadTitle }) !== null)
    .toBe(isOpened);
});

it("the feed is that of the page's language", async () => {
  openPage({ language: "fr" });
  await screen.findByRole("article");
  const feed = screen.getByRole("link", { name: fr.subscribe });
  expect(feed.getAttribute("href")).toBe("/fr/devotional/feed.xml");
});
