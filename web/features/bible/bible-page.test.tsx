import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { readerMessages } from "#shared/messages/reading/reader.ts";
import {
  createFakeServer,
  type FakeServer,
  json,
  unreachable,
} from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { nowListening, stopListening } from "#web/base/audio/now-listening.ts";
import { createFakeEngine, type FakeEngine } from "#web/base/speech/speech.fixture.ts";
import { ShownBar } from "#web/features/listen/shown-bar.fixture.tsx";
import { BiblePage } from "./bible-page.tsx";

const { en, fr } = bibleMessages;
const listen = listenMessages.fr;
const JOHN_3 = "/bible?version=kjv&book=john&chapter=3";
const FREE = { copyright: "Public domain.", caps: { tts: "any", copyVerses: 500 } };

const scrollTo = vi.fn<(x: number, y: number) => void>();

beforeEach(() => {
  scrollTo.mockReset();
  vi.stubGlobal("scrollTo", scrollTo);
});

function chapterPath(place: string): string {
  return `GET /api/bible/${encodeURIComponent(place)}`;
}

/** A server with some chapters of two verses each and versions in the given states. */
function libraryOf(places: readonly string[], states: Record<string, string> = {}): FakeServer {
  const server = createFakeServer();
  const versions = Object.entries(states).map(([id, state]) => ({ id, state }));
  server.answer("GET /api/bible/v1/versions", () => json({ versions }));
  for (const place of places) {
    server.answer(chapterPath(place), () =>
      json({
        ...FREE,
        verses: [
          { verse: 1, text: `First verse of ${place}.` },
          { verse: 2, text: `Second verse of ${place}.` },
        ],
      }),
    );
  }
  return server;
}

function installVoices(names: readonly string[]): FakeEngine {
  const engine = createFakeEngine(names);
  vi.stubGlobal("speechSynthesis", engine);
  return engine;
}

async function openPage(
  at: string,
  server: FakeServer,
  language: "en" | "fr" = "en",
): Promise<ReturnType<typeof renderView>> {
  const view = (
    <>
      <BiblePage />
      <ShownBar />
    </>
  );
  const shown = renderView(view, { at, server, language });
  await screen.findAllByRole("listitem");
  return shown;
}

function heading(): string | null {
  return screen.getByRole("heading", { level: 1 }).textContent;
}

describe("the open location", () => {
  it.each([
    ["nothing", {}, "Genesis 1", "/bible"],
    ["a version alone", { "bible-version": "kjv" }, "Genesis 1", "book=genesis&chapter=1"],
    [
      "a chapter that its book does not have",
      { "bible-book": "ruth", "bible-chapter": "9" },
      "Ruth 4",
      "book=ruth&chapter=4",
    ],
    [
      "a chapter that is no number",
      { "bible-book": "ruth", "bible-chapter": "two" },
      "Ruth 1",
      "book=ruth&chapter=1",
    ],
  ])("with %s stored on the device is %s", async (_what, stored, place, address) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    const server = libraryOf([
      "Genesis 1",
      "Genesis 2",
      "Ruth 4",
      "1 Samuel 1",
      "Ruth 1",
      "Ruth 2",
    ]);
    const shown = await openPage("/bible", server);
    expect(heading()).toBe(place);
    await expect.poll(shown.address).toContain(address);
  });

  it.each([
    ["2", "book=ruth&chapter=1&verse=2"],
    ["1", "book=ruth&chapter=1"],
    ["0", "book=ruth&chapter=1"],
    ["verse", "book=ruth&chapter=1"],
  ])("left at the verse %s opens at %s", async (stored, address) => {
    Element.prototype.scrollIntoView = vi.fn<() => void>();
    localStorage.setItem("bible-book", "ruth");
    localStorage.setItem("bible-verse", stored);
    const shown = await openPage("/bible", libraryOf(["Genesis 1", "Ruth 1", "Ruth 2"]));
    await expect.poll(() => shown.address().endsWith(address)).toBe(true);
  });

  it("keeps the search term when it is restored", async () => {
    localStorage.setItem("bible-book", "ruth");
    const server = libraryOf(["Ruth 1", "Ruth 2"]);
    server.answer("GET /api/bible/v1/search", () => json({ total: 0, hits: [] }));
    const shown = await openPage("/bible?q=first%20verse", server);
    await expect.poll(shown.address).toContain("book=ruth&chapter=1&q=first%20verse");
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("first verse");
  });

  it("is not stored when the URL is incomplete", async () => {
    await openPage("/bible?book=ruth", libraryOf(["Ruth 1", "Ruth 2"]));
    expect(localStorage.getItem("bible-book")).toBeNull();
  });

  it("follows Back and Forward, and starts at its top unless a verse is named", async () => {
    const server = libraryOf(["John 3", "John 4", "John 5"]);
    const shown = await openPage(JOHN_3, server);
    await shown.visit("/bible?version=kjv&book=john&chapter=4");
    expect(await screen.findByText("First verse of John 4.")).toBeDefined();
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    await shown.back();
    expect(heading()).toBe("John 3");
    scrollTo.mockReset();
    Element.prototype.scrollIntoView = vi.fn<() => void>();
    await shown.visit("/bible?version=kjv&book=john&chapter=4&verse=2");
    expect(scrollTo).not.toHaveBeenCalled();
  });
});

it("a search shows its results from the top of the page", async () => {
  const server = libraryOf(["John 3", "John 4"]);
  server.answer("GET /api/bible/v1/search", () => json({ total: 0, hits: [] }));
  const { user } = await openPage(JOHN_3, server);
  await user.type(screen.getByRole("searchbox", { name: en.search }), "second");
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

describe("the arrow keys", () => {
  async function open(at = JOHN_3) {
    return openPage(at, libraryOf(["John 3", "John 4", "John 5", "Revelation 22"]));
  }

  it.each(["altKey", "ctrlKey", "metaKey", "shiftKey"])(
    "with %s stay with the browser",
    async (key) => {
      await open();
      fireEvent.keyDown(document.body, { key: "ArrowRight", [key]: true });
      expect(heading()).toBe("John 3");
    },
  );

  it.each([["version"], ["chapter"]] as const)("in the list %s choose there", async (label) => {
    await open();
    const list = screen.getByRole("combobox", { name: en[label] });
    fireEvent.keyDown(list, { key: "ArrowRight" });
    expect(heading()).toBe("John 3");
  });

  it("turn no page under the open sheet of chapters", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: `${en.choosePlace}John 3` }));
    fireEvent.keyDown(screen.getByRole("button", { name: "4" }), { key: "ArrowRight" });
    expect(heading()).toBe("John 3");
  });

  it("turn no page after they have moved focus", async () => {
    await open();
    const prevent = (event: Event) => event.preventDefault();
    document.body.addEventListener("keydown", prevent);
    fireEvent.keyDown(document.body, { key: "ArrowRight" });
    document.body.removeEventListener("keydown", prevent);
    expect(heading()).toBe("John 3");
  });

  it("do nothing beyond the end", async () => {
    const { address } = await open("/bible?version=kjv&book=revelation&chapter=22");
    fireEvent.keyDown(document.body, { key: "ArrowRight" });
    expect(heading()).toBe("Revelation 22");
    expect(address()).toContain("chapter=22");
  });
});

describe("a licensed version", () => {
  const NIV = "/bible?version=niv&book=john&chapter=3";

  function licensed(): FakeServer {
    const server = libraryOf([], { niv: "ready" });
    server.answer(chapterPath("John 3"), () =>
      json({ verses: [{ verse: 1, text: "An invented sentence." }], fums: "ticket-1" }),
    );
    return server;
  }

  it("is neither spoken nor copied when its response has no terms", async () => {
    vi.spyOn(navigator, "sendBeacon").mockReturnValue(true);
    const { user } = await openPage(NIV, licensed());
    expect(screen.getByRole("button", { name: en.listen })).toHaveProperty("disabled", true);
    await user.click(screen.getByRole("button", { name: en.verseActions(1) }));
    expect(screen.queryByRole("button", { name: en.copy })).toBeNull();
    expect(screen.queryByRole("button", { name: en.listenFromHere })).toBeNull();
  });

  it("uses no quota for prefetching", async () => {
    vi.spyOn(navigator, "sendBeacon").mockReturnValue(true);
    const { server } = await openPage(NIV, licensed());
    const chapters = server.requests.filter(({ search }) => search.get("translation") === "niv");
    expect(chapters.map(({ path }) => decodeURIComponent(path))).toEqual(["/api/bible/John 3"]);
  });

  it("reports its display with the provider's token and nothing else", async () => {
    const beacon = vi.spyOn(navigator, "sendBeacon").mockReturnValue(true);
    await openPage(NIV, licensed());
    expect(beacon.mock.calls).toEqual([["/api/bible/v1/fums", '{"token":"ticket-1"}']]);
  });

  it("is not retried while its key is missing, and offers no offline copy", async () => {
    const server = libraryOf([], { niv: "needs-key" });
    server.answer(chapterPath("John 3"), () => json({ error: "not licensed" }, 403));
    renderView(<BiblePage />, { at: NIV, server });
    expect(await screen.findByRole("button", { name: en.readInKjv })).toBeDefined();
    await expect.poll(() => server.to("GET /api/bible/v1/versions").length).toBe(1);
    expect(server.to(chapterPath("John 3"))).toHaveLength(1);
    expect(screen.queryByRole("region", { name: en.offlineTitle })).toBeNull();
  });
});

describe("reading aloud", () => {
  afterEach(() => act(() => stopListening()));

  it("highlights the current verse, continues to the next and ends by itself", async () => {
    const engine = installVoices(["Google UK English Male"]);
    const { user } = await openPage(JOHN_3, libraryOf(["John 3", "John 4"]));
    await user.click(screen.getByRole("button", { name: en.listen }));
    expect(engine.spoken.at(-1)?.text).toBe("First verse of John 3.");
    act(() => engine.finish());
    expect(engine.spoken.at(-1)?.text).toBe("Second verse of John 3.");
    const second = screen.getByText("Second verse of John 3.").closest("li");
    expect(second?.getAttribute("aria-current")).toBe("true");
    act(() => engine.finish());
    expect(second?.getAttribute("aria-current")).toBeNull();
    expect(screen.getByRole("button", { name: en.listen })).toBeDefined();
  });

  it("pauses and resumes at the same verse, in French", async () => {
    const engine = installVoices(["Google UK English Male"]);
    const { user } = await openPage(JOHN_3, libraryOf(["John 3", "John 4"]), "fr");
    await user.click(screen.getByRole("button", { name: fr.listen }));
    act(() => engine.finish());
    await user.click(screen.getByRole("button", { name: listen.pause }));
    await user.click(screen.getByRole("button", { name: listen.play }));
    expect(engine.spoken.map(({ text }) => text)).toEqual([
      "First verse of John 3.",
      "Second verse of John 3.",
      "Second verse of John 3.",
    ]);
  });

  it("shows a notice on a device without English voices, and Stop removes it", async () => {
    const engine = installVoices([]);
    const name = "Amélie";
    engine.getVoices = () => [
      { name, lang: "fr-FR", default: false, localService: true, voiceURI: name },
    ];
    const { user } = await openPage(JOHN_3, libraryOf(["John 3", "John 4"]), "fr");
    await user.click(screen.getByRole("button", { name: fr.listen }));
    const words = screen.getByText(listen.noVoices);
    expect(words.getAttribute("role")).toBe("alert");
    await user.click(within(screen.getByRole("region", { name: listen.bar })).getByRole("button"));
    expect(screen.queryByText(listen.noVoices)).toBeNull();
  });

  it("goes on in the bar when another chapter is opened, and its own shows the verse again", async () => {
    const engine = installVoices(["Google UK English Male"]);
    const chapters = ["John 3", "John 4", "John 5"];
    const { user } = await openPage(JOHN_3, libraryOf(chapters));
    await user.click(screen.getByRole("button", { name: en.listen }));
    await user.click(screen.getByRole("button", { name: `${en.nextChapter}: John 4` }));
    await screen.findByText("First verse of John 4.");
    expect(screen.getByRole("button", { name: en.listen })).toBeDefined();
    act(() => engine.finish());
    expect(engine.spoken.at(-1)?.text).toBe("Second verse of John 3.");
    await user.click(screen.getByRole("button", { name: `${en.previousChapter}: John 3` }));
    const second = await screen.findByText("Second verse of John 3.");
    expect(second.closest("li")?.getAttribute("aria-current")).toBe("true");
    await user.click(screen.getAllByRole("button", { name: en.stop })[0] ?? document.body);
    expect(nowListening()).toBeNull();
  });
});

describe("the offline copy", () => {
  const ALL = "GET /api/bible/v1/kjv/all.json";

  /** Every element is near. */
  class NearObserver {
    readonly #report: (entries: { isIntersecting: boolean }[]) => void;
    constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
      this.#report = report;
    }
    observe(): void {
      this.#report([{ isIntersecting: true }]);
    }
    disconnect(): void {}
  }

  async function openControl(language: "en" | "fr" = "en") {
    vi.stubGlobal("IntersectionObserver", NearObserver);
    const shown = await openPage(JOHN_3, libraryOf(["John 3", "John 4"]), language);
    const texts = bibleMessages[language];
    const region = within(await screen.findByRole("region", { name: texts.offlineTitle }));
    await expect.poll(() => region.getByRole<HTMLButtonElement>("button").disabled).toBe(false);
    return { ...shown, region };
  }

  it.each([
    ["the server does not respond", unreachable],
    ["books are missing", () => json({ books: [{ book: "GEN", chapters: [] }] })],
    ["the answer has another shape", () => json({ books: "all" })],
  ])("reports a failure when %s, in French, and can be retried", async (_why, answering) => {
    const { user, server, region } = await openControl("fr");
    server.answer(ALL, answering);
    await user.click(region.getByRole("button", { name: fr.downloadOffline }));
    expect((await region.findByRole("alert")).textContent).toBe(fr.downloadFailed);
    expect(region.getByRole("button", { name: fr.downloadOffline })).toHaveProperty(
      "disabled",
      false,
    );
  });

  it("reports a failure where the browser blocks storage", async () => {
    const { user, server, region } = await openControl();
    const books = Array.from({ length: 66 }, () => ({ book: "GEN", chapters: [] }));
    server.answer(ALL, () => json({ books }));
    await user.click(region.getByRole("button", { name: en.downloadOffline }));
    expect((await region.findByRole("alert")).textContent).toBe(en.downloadFailed);
  });
});

describe("the text size", () => {
  it.each([
    ["0", true, false],
    ["2", false, false],
    ["4", false, true],
    ["5", false, false],
    ["large", false, false],
  ])("stored as %s: smallest %s, largest %s", async (stored, isSmallest, isLargest) => {
    localStorage.setItem("bible-text-size", stored);
    await openPage(JOHN_3, libraryOf(["John 3", "John 4"]), "fr");
    const group = within(screen.getByRole("group", { name: readerMessages.fr.textSize }));
    expect(group.getByRole("button", { name: readerMessages.fr.smaller })).toHaveProperty(
      "disabled",
      isSmallest,
    );
    expect(group.getByRole("button", { name: readerMessages.fr.larger })).toHaveProperty(
      "disabled",
      isLargest,
    );
  });

  it("is the class of the root, which the boot script sets before the first paint", async () => {
    localStorage.setItem("bible-text-size", "3");
    const { user } = await openPage(JOHN_3, libraryOf(["John 3", "John 4"]));
    const { classList } = document.documentElement;
    expect([...classList]).toContain("text-size-3");
    await user.click(screen.getByRole("button", { name: readerMessages.en.larger }));
    expect([...classList].filter((name) => name.startsWith("text-size"))).toEqual(["text-size-4"]);
  });
});
