import type { Locator, Page } from "@playwright/test";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { BOTH_OR_DESKTOP, BOTH_OR_PHONE } from "#tests/support/full-run.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { waitForAfterLoad } from "./support/after-load.ts";
import { spokenUtterances, installVoices } from "./support/fake-voices.ts";
import { expect, test } from "./support/page-test.ts";

const JOHN_3 = "/bible?version=kjv&book=john&chapter=3";
const JOHN_3_16 =
  "For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.";

const verse = (page: Page, number: number): Locator => page.locator(`[data-verse="${number}"]`);
const title = (page: Page): Locator => page.getByRole("heading", { level: 1 });
const search = (page: Page): Locator => page.getByRole("searchbox", { name: "Search verses..." });
const previous = (page: Page): Locator => page.getByRole("button", { name: /^Previous chapter/ });
const choice = (page: Page, name: string): Locator => page.getByRole("combobox", { name });
const next = (page: Page): Locator => page.getByRole("button", { name: /^Next chapter/ });
const wholeBible = (page: Page): Locator => page.getByRole("region", { name: "Whole Bible" });

/** Small screens have book and chapter in a sheet. */
async function openSelectors(page: Page): Promise<void> {
  const opener = page.getByRole("button", { name: /^Choose book and chapter/ });
  if (await opener.isVisible()) await opener.click();
}

async function closeSelectors(page: Page): Promise<void> {
  const close = page.getByRole("dialog").getByRole("button", { name: "Close" });
  if (await close.isVisible()) await close.click();
}

/** Small screens have the search box in a row of the bar that opens. */
async function openSearch(page: Page): Promise<void> {
  const opener = page.getByRole("button", { name: "Search in the Bible" });
  if ((await opener.isVisible()) && !(await search(page).isVisible())) await opener.click();
}

/** Opens a free version and waits until the page reacts: React hydrates its lazy part last. */
async function openBible(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const offline = page.getByRole("button", {
    name: /^(?:Download for offline reading|Remove download)$/,
  });
  const isWide = (page.viewportSize()?.width ?? 0) >= 1024;
  // Below the text it loads when it comes near.
  if (!isWide) await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(offline).toBeEnabled();
  if (!isWide) await page.evaluate(() => window.scrollTo(0, 0));
}

function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

test(
  "the reader opens at Genesis 1 with selectors and a search box; a book opens at its first chapter, the URL follows, and the left and right keys turn chapters (S1.6, S2.8, S2.110, S3.12)",
  { tag: BOTH_OR_DESKTOP },
  async ({ page }) => {
    const fetched = page.waitForResponse(/\/api\/bible\/Genesis%202\?translation=kjv$/);
    await openBible(page, "/bible");
    await expect(title(page)).toHaveText("Genesis 1");
    await expect(choice(page, "Version")).toHaveValue("kjv");
    await openSelectors(page);
    await expect(choice(page, "Book")).toHaveValue("genesis");
    await expect(choice(page, "Chapter")).toHaveValue("1");
    await expect(choice(page, "Book").locator("option")).toHaveCount(66);
    await expect(choice(page, "Chapter").locator("option")).toHaveCount(50);
    await closeSelectors(page);
    await expect(choice(page, "Version").locator("option")).toHaveText([
      "KJV – King James Version",
      "NKJV – New King James Version (not available)",
      "ESV – English Standard Version (not available)",
      "NIV – New International Version (not available)",
      "NLT – New Living Translation (not available)",
    ]);
    await openSearch(page);
    await expect(search(page)).toBeVisible();
    await expect(verse(page, 1)).toContainText(
      "In the beginning God created the heaven and the earth.",
    );

    await test.step("prefetches the next chapter and opens it without a request", async () => {
      await fetched;
      await page.route("**/api/bible/Genesis%202**", (route) => route.abort());
      await next(page).click();
      await expect(verse(page, 24)).toContainText("they shall be one flesh");
    });
    await test.step("goes by the selectors and back", async () => {
      await openSelectors(page);
      await choice(page, "Book").selectOption("1samuel");
      await expect(title(page)).toHaveText("1 Samuel 1");
      await expect(page).toHaveURL(/\?version=kjv&book=1samuel&chapter=1$/);
      await choice(page, "Chapter").selectOption("3");
      await expect(page).toHaveURL(/\?version=kjv&book=1samuel&chapter=3$/);
      await expect(verse(page, 10)).toContainText("Speak; for thy servant heareth.");
      await page.goBack();
      await expect(title(page)).toHaveText("1 Samuel 1");
    });
    await test.step("goes by the keys, but not while text is typed", async () => {
      await page.keyboard.press("ArrowRight");
      await expect(title(page)).toHaveText("1 Samuel 2");
      await page.keyboard.press("ArrowLeft");
      await expect(title(page)).toHaveText("1 Samuel 1");
      await openSearch(page);
      await search(page).fill("Elkanah");
      await search(page).press("ArrowRight");
      await expect(title(page)).toHaveText("1 Samuel 1");
    });
  },
);

test("Previous and Next cross books and are disabled at both ends (S2.111, S2.112) @full", async ({
  page,
}) => {
  await openBible(page, "/bible?version=kjv&book=genesis&chapter=1");
  await expect(previous(page)).toBeDisabled();
  await next(page).click();
  await expect(title(page)).toHaveText("Genesis 2");
  await openBible(page, "/bible?version=kjv&book=malachi&chapter=4");
  await next(page).click();
  await expect(title(page)).toHaveText("Matthew 1");
  await previous(page).click();
  await expect(title(page)).toHaveText("Malachi 4");
  await openBible(page, "/bible?version=kjv&book=revelation&chapter=22");
  await expect(next(page)).toBeDisabled();
  await expect(previous(page)).toBeEnabled();
});

test.describe("stored preferences", () => {
  test("restore version, book and chapter when the URL names none (S3.21, S4.35) @full", async ({
    page,
  }) => {
    await openBible(page, "/bible?version=kjv&book=psalms&chapter=23");
    await expect.poll(() => stored(page, "bible-chapter")).toBe("23");
    expect(await stored(page, "bible-version")).toBe("kjv");
    expect(await stored(page, "bible-book")).toBe("psalms");
    await openBible(page, "/bible");
    await expect(title(page)).toHaveText("Psalms 23");
    await expect(page).toHaveURL(/\?version=kjv&book=psalms&chapter=23$/);
    await openBible(page, JOHN_3);
    await expect(title(page)).toHaveText("John 3");
  });

  test("fall back to defaults when they are corrupt @full", async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem("bible-version", "xyz");
      localStorage.setItem("bible-book", "hezekiah");
      localStorage.setItem("bible-chapter", "{");
      localStorage.setItem("bible-bookmarks", '{"not":"a list"}');
    });
    await openBible(page, "/bible");
    await expect(title(page)).toHaveText("Genesis 1");
    await expect(verse(page, 1)).toBeVisible();
  });

  test(
    'a bookmark toggle adds and removes "Book chapter:verse"; bookmarks are in Bible order and link to their verse (S2.113, S3.15, S4.36)',
    { tag: BOTH_OR_DESKTOP },
    async ({ page }) => {
      await openBible(page, "/bible?version=kjv&book=1samuel&chapter=3");
      const toggle = verse(page, 10).getByRole("button", { name: "Bookmark 1 Samuel 3:10" });
      await toggle.click();
      expect(await stored(page, "bible-bookmarks")).toBe('["1 Samuel 3:10"]');
      const remove = verse(page, 10).getByRole("button", {
        name: "Remove bookmark: 1 Samuel 3:10",
      });
      await expect(remove).toHaveAttribute("aria-pressed", "true");
      await page.reload();
      await expect(remove).toHaveAttribute("aria-pressed", "true");
      await remove.click();
      await expect.poll(() => stored(page, "bible-bookmarks")).toBe("[]");

      await page.evaluate(() =>
        localStorage.setItem("bible-bookmarks", '["John 3:16","Genesis 1:1","nonsense"]'),
      );
      await openBible(page, "/bible?version=kjv&book=psalms&chapter=23");
      const section = page.getByRole("region", { name: "Bookmarks" });
      await expect(section.getByRole("listitem")).toHaveText(["Genesis 1:1", "John 3:16"]);
      await section.getByRole("button", { name: "John 3:16", exact: true }).click();
      await expect(page).toHaveURL(/book=john&chapter=3&verse=16$/);
      await expect(verse(page, 16)).toHaveAttribute("aria-current", "true");
      await expect(verse(page, 16)).toBeInViewport();
      await section.getByRole("button", { name: "Remove bookmark: Genesis 1:1" }).click();
      await expect(section.getByRole("listitem")).toHaveText(["John 3:16"]);
    },
  );

  test("the text size changes in steps and is stored @full", async ({ page }) => {
    await openBible(page, JOHN_3);
    const size = () =>
      verse(page, 16)
        .locator("p")
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    const before = await size();
    await page.getByRole("button", { name: "Larger text" }).click();
    await expect.poll(size).toBeGreaterThan(before);
    const larger = await size();
    await page.reload();
    await expect.poll(size).toBe(larger);
    const smaller = page.getByRole("button", { name: "Smaller text" });
    await smaller.click();
    await smaller.click();
    await expect(smaller).toBeDisabled();
  });
});

test.describe("the server's response", () => {
  test("contains the chapter, its title and its share tags, and for a version without a licence the reason in place of its text (S6.3)", async ({
    request,
  }) => {
    const html = await (await request.get(JOHN_3)).text();
    expect(html).toContain(JOHN_3_16);
    expect(html).toContain("<title>John 3 (KJV) | Reign TV</title>");
    expect(html).toContain('<meta property="og:title" content="John 3 (KJV)');
    expect(html).toContain('property="og:description" content="There was a man of the Pharisees');
    expect(html).toMatch(
      /<link rel="canonical" href="[^"]+\/bible\?version=kjv&amp;book=john&amp;chapter=3"/,
    );
    const french = await (await request.get(`/fr${JOHN_3}`)).text();
    expect(french).toContain("<title>Jean 3 (KJV) | Reign TV</title>");
    const locked = await (await request.get("/bible?version=niv&book=john&chapter=3")).text();
    expect(locked).toContain("<title>John 3 (NIV) | Reign TV</title>");
    expect(locked).toContain("The NIV is under copyright");
    expect(locked).not.toContain("so loved the world");
  });

  test("of the chapter service has verses and reference for a book and chapter (S7.15)", async ({
    request,
  }) => {
    const response = await request.get("/api/bible/John 3?translation=kjv");
    expect(response.status()).toBe(200);
    const { reference, verses } = await response.json();
    expect(reference).toBe("John 3");
    expect(verses).toHaveLength(36);
    expect(verses[15]).toMatchObject({
      book_id: "JHN",
      book_name: "John",
      chapter: 3,
      verse: 16,
      text: JOHN_3_16,
    });
    expect((await request.get("/api/bible/John 3?translation=niv")).status()).toBe(403);
    expect((await request.get("/api/bible/John 30?translation=kjv")).status()).toBe(404);
    expect((await request.get("/api/bible/John?translation=kjv")).status()).toBe(400);
  });
});

test("a typed reference opens its verse in any spelling @full", async ({ page }) => {
  await openBible(page, "/bible");
  const references = [
    ["Jn 3.17-18", "John 3", 17],
    ["1-samuel 3:10", "1 Samuel 3", 10],
    ["John 3:16", "John 3", 16],
    ["Jean 3.18", "John 3", 18],
    ["Jude 5", "Jude 1", 5],
  ] as const;
  for (const [typed, name, number] of references) {
    await search(page).fill(typed);
    await expect(page.getByRole("button", { name: /^Go to/ })).toBeVisible();
    await search(page).press("Enter");
    await expect(title(page)).toHaveText(name);
    await expect(verse(page, number)).toHaveAttribute("aria-current", "true");
  }
});

test("a search shows the chapter's matching verses and those of the whole Bible, counted and highlighted; a result opens its verse", async ({
  page,
}) => {
  await openBible(page, JOHN_3);
  await search(page).fill("begotten");
  await expect(page.getByText("2 verses in John 3")).toBeVisible();
  await expect(page.locator("[data-verse]")).toHaveCount(2);
  await expect(verse(page, 16).locator("mark")).toHaveText("begotten");
  await search(page).fill("Jn 3.17-18");
  await expect(page.getByRole("button", { name: /^Go to/ })).toBeVisible();
  await search(page).fill("blockchain");
  await expect(page.getByText('No verses matching "blockchain" in John 3')).toBeVisible();
  await expect(page.getByText('No verses found matching "blockchain"')).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.locator("[data-verse]")).toHaveCount(36);

  await search(page).fill("Nebuchadnezzar ");
  await expect(wholeBible(page).getByText("57 verses", { exact: true })).toBeVisible();
  await expect(wholeBible(page).getByRole("listitem")).toHaveCount(20);
  await expect(wholeBible(page).getByRole("listitem").first().locator("mark")).toHaveText(
    "Nebuchadnezzar",
  );
  await wholeBible(page).getByRole("button", { name: "Show more" }).click();
  await expect(wholeBible(page).getByRole("listitem")).toHaveCount(57);
  await search(page).fill("valley of the shadow of death");
  await expect(wholeBible(page).getByText("1 verse", { exact: true })).toBeVisible();
  await wholeBible(page).getByRole("button", { name: "Psalms 23:4" }).click();
  await expect(title(page)).toHaveText("Psalms 23");
  await expect(verse(page, 4)).toHaveAttribute("aria-current", "true");
});

test("a verse is copied with its reference and version, and shared with its URL too", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: (shared: unknown) => {
        Reflect.set(window, "shared", shared);
        return Promise.resolve();
      },
    });
  });
  await openBible(page, JOHN_3);
  await page.getByRole("button", { name: "Verse 16: copy, share or listen" }).click();
  await verse(page, 16).getByRole("button", { name: "Copy", exact: true }).click();
  await expect(verse(page, 16).getByText("Copied", { exact: true })).toHaveRole("status");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `“${JOHN_3_16}”\nJohn 3:16 (KJV)`,
  );
  await verse(page, 16).getByRole("button", { name: "Share", exact: true }).click();
  expect(await page.evaluate(() => Reflect.get(window, "shared"))).toEqual({
    title: "John 3:16 (KJV)",
    text: `“${JOHN_3_16}”\nJohn 3:16 (KJV)`,
    url: expect.stringMatching(/\/bible\?version=kjv&book=john&chapter=3&verse=16$/),
  });
});

test("on a phone the bar is one row that stays at the top, a selected verse stays above its actions, and nothing covers Listen @phone", async ({
  page,
  context,
}) => {
  await installVoices(page, ["Google UK English Male"], { isEndless: true });
  // A connection that is being opened when the phone goes offline would log an error.
  await page.routeWebSocket(/\/realtime\//, () => undefined);
  // A text in the page's language is missing, and says so above the chapter.
  await page.goto(`/fr${JOHN_3}`);
  await expect(page.getByText(bibleMessages.fr.noOwnText("King James Version"))).toBeVisible();
  expect((await verse(page, 1).boundingBox())?.y).toBeLessThan(330);
  await openBible(page, JOHN_3);
  await waitForAfterLoad(page);
  const bar = page.locator(".bible-bar");
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(56);
  expect((await verse(page, 1).boundingBox())?.y).toBeLessThan(330);
  await verse(page, 16).evaluate((element) => {
    window.dispatchEvent(new Event("wheel"));
    element.scrollIntoView({ block: "end" });
  });
  await expect.poll(async () => (await bar.boundingBox())?.y).toBe(0);
  await expect(bar.getByRole("link", { name: "Highlights & notes" })).toBeVisible();
  await verse(page, 16)
    .getByRole("paragraph")
    .click({ position: { x: 5, y: 5 } });
  const actions = page.getByRole("region", { name: "John 3:16" });
  const gap = async () => {
    const [above, below] = await Promise.all([
      verse(page, 16).boundingBox(),
      actions.boundingBox(),
    ]);
    return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  };
  await expect.poll(gap).toBeGreaterThan(0);
  expect((await actions.boundingBox())?.height).toBeLessThanOrEqual(180);
  await actions.getByRole("button", { name: "Listen from here" }).click();
  const pause = page.getByRole("button", { name: "Pause" });
  await expect(pause).toBeVisible();
  // Code that loads with the bar must not be on its way when the connection ends.
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  const listen = await pause.boundingBox();
  const offline = await page.getByText("You're offline.").boundingBox();
  expect((offline?.y ?? 0) + (offline?.height ?? 0)).toBeLessThanOrEqual(listen?.y ?? 0);
});

test("the Bible reopens at the verse where reading stopped @full", async ({ page }) => {
  await openBible(page, "/bible?version=kjv&book=psalms&chapter=119");
  await verse(page, 105).evaluate((element) => element.scrollIntoView({ block: "center" }));
  await expect
    .poll(() => page.evaluate(() => Number(localStorage.getItem("bible-verse"))))
    .toBeGreaterThan(100);
  await page.goto("/live-tv");
  await openBible(page, "/bible");
  await expect(title(page)).toHaveText("Psalms 119");
  await expect(page).toHaveURL(/&verse=10\d$/);
  await expect(verse(page, 105)).toBeInViewport();
});

test.describe("listening", () => {
  test("reads the chapter slowly with a male voice, highlights the spoken verse, and goes on beside another chapter @full", async ({
    page,
  }) => {
    await installVoices(page, ["Google UK English Female", "Google UK English Male"], {
      isEndless: true,
    });
    await openBible(page, "/bible?version=kjv&book=john&chapter=11");
    await page.getByRole("button", { name: "Listen", exact: true }).click();
    await expect(verse(page, 1)).toHaveAttribute("aria-current", "true");
    expect(await spokenUtterances(page)).toEqual([
      {
        text: expect.stringContaining("Now a certain man was sick, named Lazarus"),
        rate: 0.75,
        pitch: 0.8,
        volume: 1,
        voice: "Google UK English Male",
      },
    ]);
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).first().click();
    await expect(verse(page, 1)).not.toHaveAttribute("aria-current", "true");

    await page.getByRole("button", { name: "Verse 35: copy, share or listen" }).click();
    await verse(page, 35).getByRole("button", { name: "Listen from here" }).click();
    await expect(verse(page, 35)).toHaveAttribute("aria-current", "true");
    await expect.poll(async () => (await spokenUtterances(page)).at(-1)?.text).toBe("Jesus wept.");

    await next(page).click();
    await expect(title(page)).toHaveText("John 12");
    expect(await page.evaluate(() => speechSynthesis.speaking)).toBe(true);
    await page.getByRole("button", { name: "Stop" }).first().click();
    await expect.poll(() => page.evaluate(() => speechSynthesis.speaking)).toBe(false);
  });
});

test.describe("a version without a licence key", () => {
  test("says so, offers the KJV and keeps its position in the list @full", async ({ page }) => {
    await openBible(page, JOHN_3);
    await choice(page, "Version").selectOption("niv");
    await expect(page.getByRole("alert")).toContainText(
      "The NIV is under copyright and isn't available on this site yet. Read this chapter in the King James Version.",
    );
    await expect(page.getByRole("button", { name: "Listen", exact: true })).toBeDisabled();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Choose another version" }).click();
    await expect(choice(page, "Version")).toBeFocused();
    await page.getByRole("button", { name: "Read in KJV" }).click();
    await expect(verse(page, 16)).toContainText("so loved the world");
    await expect(choice(page, "Version").locator("option")).toHaveCount(5);
  });
});

test.describe("a licensed version with a key", () => {
  const COPYRIGHT = "Invented, copyright nobody.";
  const reports: unknown[] = [];

  test.beforeEach(async ({ page }) => {
    reports.length = 0;
    await page.route("**/api/bible/John%203?translation=niv", (route) =>
      route.fulfill({
        json: {
          reference: "John 3",
          verses: [{ verse: 1, text: "An invented sentence.", words_of_jesus: [[3, 11]] }],
          copyright: COPYRIGHT,
          caps: { tts: "none", copyVerses: 499, offline: false },
          fums: "ticket-1",
        },
      }),
    );
    // Versions of a server with the key.
    await page.route("**/api/bible/v1/versions", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll("needs-key", "ready");
      return route.fulfill({ response, body });
    });
    await page.route("**/api/bible/v1/fums", (route) => {
      reports.push(route.request().postDataJSON());
      return route.fulfill({ status: 204 });
    });
  });

  test("shows its owner's notice, reports the display, and is neither read aloud nor stored @full", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/");
    await page.getByRole("link", { name: "Bible", exact: true }).first().click();
    await choice(page, "Book").selectOption("john");
    await choice(page, "Chapter").selectOption("3");
    await expect(title(page)).toHaveText("John 3");
    await choice(page, "Version").selectOption("niv");
    await expect(verse(page, 1)).toContainText("An invented sentence.");
    await expect(page.getByText(COPYRIGHT)).toBeVisible();
    await expect(page.getByText("doesn't allow it to be read aloud here")).toBeVisible();
    await expect(page.getByRole("button", { name: "Listen", exact: true })).toBeDisabled();
    await expect.poll(() => reports).toEqual([{ token: "ticket-1" }]);
    await expect(page.getByRole("button", { name: "Download for offline reading" })).toHaveCount(0);
    await page.getByRole("button", { name: "Verse 1: copy, share or listen" }).click();
    await verse(page, 1).getByRole("button", { name: "Copy", exact: true }).click();
    await expect(verse(page, 1).getByText("Copied", { exact: true })).toHaveRole("status");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `“An invented sentence.”\nJohn 3:1 (NIV)\n${COPYRIGHT}`,
    );
  });
});

test.describe("when the chapter cannot be loaded", () => {
  test.use({ expectedFaults: [/status of 503|ERR_FAILED/] });

  test('the page says "Failed to load chapter. Please try again." and retries (S4.34, S8.12) @full', async ({
    page,
  }) => {
    await openBible(page, "/bible");
    await page.clock.install();
    let calls = 0;
    await page.route("**/api/bible/Ruth%202?*", (route) => {
      calls += 1;
      return route.fulfill({ status: 503, json: { error: "translation unavailable" } });
    });
    await choice(page, "Book").selectOption("ruth");
    await choice(page, "Chapter").selectOption("2");
    await expect(page.getByText("Loading chapter")).toBeAttached();
    for (let retry = 0; retry < 3; retry += 1) {
      await expect.poll(() => calls).toBeGreaterThan(retry);
      // Longer than any delay before a retry, shorter than the limit of a request on its way.
      await page.clock.runFor(5_000);
    }
    await expect(page.getByRole("alert")).toContainText(
      "Failed to load chapter. Please try again.",
    );
    expect(calls).toBe(4);
    await page.unroute("**/api/bible/Ruth%202?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(verse(page, 12)).toContainText("The LORD recompense thy work");
  });
});

test.describe("without a connection", () => {
  // A deferred request may be in flight when the connection drops.
  test.use({
    expectedFaults: [/ERR_INTERNET_DISCONNECTED|dynamically imported module|status of 503/],
  });

  test("a chapter that was read stays readable @full", async ({ page, context }) => {
    await openBible(page, "/bible?version=kjv&book=ruth&chapter=1");
    await expect(verse(page, 1)).toBeVisible();
    await expect
      .poll(() => storedKeys(page))
      .toEqual(expect.arrayContaining(["bible/kjv/chapter/RUT/1", "bible/kjv/chapter/RUT/2"]));
    await openBible(page, JOHN_3);
    await expect(verse(page, 16)).toBeVisible();
    await waitForAfterLoad(page);
    await context.setOffline(true);
    await choice(page, "Book").selectOption("ruth");
    await expect(verse(page, 16)).toContainText("whither thou goest, I will go");
    await expect(page.getByText("You're offline. This is the copy on your device.")).toBeVisible();
    await next(page).click();
    await expect(title(page)).toHaveText("Ruth 2");
    await expect(verse(page, 12)).toBeVisible();
  });

  test("a failed download is reported; a downloaded version has every chapter and the search @full", async ({
    page,
    context,
  }) => {
    const whole = "**/api/bible/v1/kjv/all.json";
    await page.route(whole, (route) =>
      route.fulfill({ status: 503, json: { error: "translation unavailable" } }),
    );
    await openBible(page, JOHN_3);
    await page.getByRole("button", { name: "Download for offline reading" }).click();
    await expect(page.getByRole("alert")).toContainText("The download failed.");
    await page.unroute(whole);
    await page.getByRole("button", { name: "Download for offline reading" }).click();
    await expect(page.getByText("Available offline")).toBeVisible({ timeout: 30_000 });
    await search(page).fill("grace ");
    await expect(wholeBible(page).getByText("159 verses")).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Clear search" }).click();
    await choice(page, "Book").selectOption("revelation");
    await choice(page, "Chapter").selectOption("22");
    await expect(verse(page, 21)).toContainText("The grace of our Lord Jesus Christ");
    await search(page).fill("begotten ");
    await expect(wholeBible(page).getByText("24 verses")).toBeVisible({ timeout: 30_000 });
    await context.setOffline(false);
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByRole("button", { name: "Remove download" }).click();
    await expect(page.getByRole("button", { name: "Download for offline reading" })).toBeEnabled();
  });
});

test(
  "the page and its actions are accessible, and nothing is cut off at 320 px, in French too @full",
  { tag: BOTH_OR_PHONE },
  async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem("bible-bookmarks", '["John 3:16","John 3:17"]'),
    );
    await openBible(page, `${JOHN_3}&verse=3`);
    await expect(verse(page, 16)).toBeVisible();
    await page.getByRole("button", { name: "Verse 16: copy, share or listen" }).click();
    // A button half under the header or the verse's actions would count as a small target.
    const { width = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width, height: 3_000 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page);
    await openSearch(page);
    await search(page).fill("begotten");
    await expect(wholeBible(page).getByRole("listitem").first()).toBeVisible();
    await expectAccessible(page);

    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/fr/bible?version=kjv&book=songofsolomon&chapter=1");
    await expect(title(page)).toHaveText("Cantique des Cantiques 1");
    await page.getByRole("button", { name: bibleMessages.fr.verseActions(1) }).click();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  },
);

/** Names of the texts in the browser's offline store. */
function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const [info] = await indexedDB.databases();
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(info?.name ?? "");
      opening.addEventListener("success", () => resolve(opening.result));
      opening.addEventListener("error", () => reject(new Error("No database")));
    });
    const store = database.objectStoreNames[0] ?? "";
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      const reading = database.transaction(store).objectStore(store).getAllKeys();
      reading.addEventListener("success", () => resolve(reading.result));
    });
    database.close();
    return keys.map(String);
  });
}
