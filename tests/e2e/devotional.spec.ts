import type { Page } from "@playwright/test";
import { DEVOTIONAL_TIME_ZONE, gridDay } from "#shared/devotional/devotional.ts";
import { calendarDay, dayOfMonth } from "#shared/devotional/devotional-date.ts";
import en from "#shared/devotional/bundled/en.json" with { type: "json" };
import { backendHeaders, createAccount, enterAs, makeAdministrator } from "./support/accounts.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { waitForAfterLoad } from "./support/after-load.ts";
import { spokenUtterances, installVoices, type SpokenUtterance } from "./support/fake-voices.ts";
import { expect, test } from "./support/page-test.ts";
import { setTime } from "./support/set-time.ts";
import { silence } from "./support/silence.ts";

const ENTRY = { day: 5, title: "Our own day five", verse: "A verse", content: "Some content" };

const article = (page: Page) => page.getByRole("article");
const days = (page: Page) => page.getByRole("navigation", { name: "Choose a day" });

/** Opens the strip of a week into all days. */
async function openAllDays(page: Page): Promise<void> {
  await days(page).getByRole("heading").getByRole("button").click();
}

async function openUpload(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Listen" })).toBeEnabled();
  await page.keyboard.press("Control+Shift+U");
  await expect(page.getByRole("heading", { name: "Upload devotionals" })).toBeVisible();
}

function upload(page: Page, name: string, content: unknown): Promise<void> {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

test("the date selects the day: the server's, in the reader's time zone; day 30 on a 31st (S2.105) @full", async ({
  page,
}) => {
  for (const [now, day] of [
    ["2026-06-14T10:00:00Z", 14],
    ["2026-07-31T10:00:00Z", 30],
    // 00:30 of the 5th in Paris, the reader's time zone
    ["2026-06-04T22:30:00Z", 5],
  ] as const) {
    await setTime(page, now);
    // A device that is years behind.
    await page.clock.setFixedTime(new Date("2020-02-20T10:00:00Z"));
    await page.goto("/devotional");
    await expect(days(page).locator("[aria-current=page]")).toHaveText(String(day));
    await expect(article(page).getByRole("heading", { level: 2 })).toHaveText(
      en[day - 1]?.title ?? "",
    );
  }
});

test("the daily devotional shows a week that opens into a grid of 1 to 30 labelled June 2025; a day shows its number, title, verse, content and the Reflection prompt (S2.7, S2.104, S2.106, S3.10, S3.11, S9.15)", async ({
  page,
}) => {
  await page.goto("/devotional");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Daily Devotional");
  await expect(days(page).getByRole("heading")).toHaveText("June 2025");
  await expect(days(page).getByRole("link")).toHaveCount(7);
  await openAllDays(page);
  await expect(days(page).getByRole("heading")).toHaveText("June 2025");
  await expect(days(page).getByRole("link")).toHaveText(
    Array.from({ length: 30 }, (_, index) => String(index + 1)),
  );
  await days(page).getByRole("link", { name: "Day 1", exact: true }).click();
  await expect(page).toHaveURL(/\/devotional\?day=1$/);
  await expect(article(page).getByText("Day 1", { exact: true })).toBeVisible();
  await expect(article(page).getByRole("heading", { level: 2 })).toHaveText(
    "Walking in God’s Purpose",
  );
  await expect(article(page).getByText("Jeremiah 29:11")).toBeVisible();
  await expect(article(page).getByText(/You do not need to see the whole road/)).toBeVisible();
  await expect(article(page).getByRole("heading", { name: "Reflection" })).toBeVisible();
  await expect(article(page).getByText(/Take a quiet moment/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Previous day" })).toHaveCount(0);
  await page.getByRole("link", { name: "Next day" }).click();
  await expect(article(page).getByRole("heading", { level: 2 })).toHaveText("Faith Over Fear");
  await expect(article(page).getByText("Joshua 1:9")).toBeVisible();
});

test("the server renders the day's text into the page, the same for all visitors", async ({
  request,
}) => {
  const named = await (await request.get("/devotional?day=2")).text();
  expect(named).toContain("Joshua had a people to lead");
  expect(named).toContain('<meta property="og:title" content="Faith Over Fear');
  const titleOfToday = () =>
    en[gridDay(dayOfMonth(calendarDay(Date.now(), DEVOTIONAL_TIME_ZONE))) - 1]?.title ?? "";
  const before = titleOfToday();
  const plain = await (await request.get("/devotional")).text();
  // Midnight may pass between the two.
  expect([before, titleOfToday()].some((title) => plain.includes(title))).toBe(true);
  expect(await (await request.get("/fr/devotional?day=2")).text()).toContain("Josué 1:9");
});

test("the reading comes before the days on a phone, and the page is accessible @phone", async ({
  page,
}) => {
  await page.goto("/devotional?day=2");
  await expect(article(page).getByRole("button").first()).toBeEnabled();
  const reading = await article(page).boundingBox();
  const grid = await days(page).boundingBox();
  expect(reading?.y).toBeLessThan(grid?.y ?? 0);
  await expectAccessible(page);
});

test.describe("without a connection", () => {
  // A deferred request may be in flight when the connection drops.
  test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED|dynamically imported module/] });

  test("every day of the grid opens in the loaded page @full", async ({ page, context }) => {
    await page.goto("/devotional?day=2");
    await expect(page.getByRole("button", { name: "Listen" })).toBeEnabled();
    await days(page).getByRole("link", { name: "Day 3", exact: true }).click();
    await expect(article(page).getByRole("heading", { level: 2 })).toHaveText(en[2]?.title ?? "");
    await waitForAfterLoad(page);
    await openAllDays(page);
    await context.setOffline(true);
    await days(page).getByRole("link", { name: "Day 30", exact: true }).click();
    await expect(article(page).getByRole("heading", { level: 2 })).toHaveText(en[29]?.title ?? "");
    await page.evaluate(() => fetch("/readyz").catch(() => null));
  });
});

test.describe("upload on this device", () => {
  test("Ctrl+Shift+U toggles the panel with any focus, and nothing else does (S2.109, S4.32, S6.6, S9.16) @full", async ({
    page,
  }) => {
    await page.goto("/devotional");
    const title = page.getByRole("heading", { name: "Upload devotionals" });
    await expect(page.getByRole("banner").getByRole("button").first()).toBeVisible();
    await expect(page.getByRole("main").locator("header").getByRole("button")).toHaveCount(1);
    await page.getByRole("button", { name: "Voice settings" }).click();
    await page.getByLabel("Speech-provider API key").focus();
    await page.keyboard.press("Control+Shift+U");
    // A screen reader announces the focused title.
    await expect(title).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Control+Shift+U");
    await expect(title).toHaveCount(0);
    await expect(page.getByLabel("Speech-provider API key")).toBeFocused();
  });

  test("replaces the devotionals, says how many, and survives a reload; rejected files show a reason and change nothing (S3.20, S5.13, S8.11)", async ({
    page,
  }) => {
    await page.goto("/devotional?day=5");
    await openUpload(page);
    await upload(page, "mine.json", [ENTRY, { ...ENTRY, day: 6, title: "Six" }]);
    await expect(page.getByText("Upload successful!")).toBeVisible();
    await expect(page.getByText("Uploaded 2 devotional entries.")).toBeVisible();
    const title = article(page).getByRole("heading", { level: 2 });
    await expect(title).toHaveText(ENTRY.title);
    for (const { name, content, heading, text } of [
      {
        name: "mine.txt",
        content: [ENTRY],
        heading: "Invalid file type",
        text: "Please upload a JSON file.",
      },
      { name: "a.json", content: {}, heading: "Upload failed", text: "JSON must be an array" },
      {
        name: "b.json",
        content: [{ ...ENTRY, day: "5" }],
        heading: "Upload failed",
        text: "Invalid devotional item structure",
      },
      {
        name: "f.json",
        content: " ".repeat(2 * 1024 * 1024 + 1),
        heading: "Upload failed",
        text: "The file must be 2 MB or smaller.",
      },
    ]) {
      await upload(page, name, content);
      const toast = page.getByRole("alert").filter({ hasText: text });
      await expect.soft(toast, name).toContainText(heading);
      await expect(title).toHaveText(ENTRY.title);
    }
    await page.reload();
    await expect(title).toHaveText(ENTRY.title);
    await days(page).getByRole("link", { name: "Day 7", exact: true }).click();
    await expect(page.getByText("There is no devotional for this day yet.")).toBeVisible();
    await page.keyboard.press("Control+Shift+U");
    await page.getByRole("button", { name: "Restore the original devotionals" }).click();
    await expect(title).toHaveText(en[6]?.title ?? "");
  });

  test("a corrupt store falls back to the defaults (S4.33) @full", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("devotionals", '[{"day":"1"}]'));
    await page.goto("/devotional?day=1");
    await expect(page.getByRole("button", { name: "Listen" })).toBeEnabled();
    await expect(article(page).getByRole("heading", { level: 2 })).toHaveText(
      "Walking in God’s Purpose",
    );
  });
});

test.describe("reading aloud", () => {
  test("Listen reads title, verse and content slowly with a male voice, in short pieces (S1.5, S2.107, S9.17)", async ({
    page,
  }) => {
    await installVoices(page, ["Google UK English Female", "Google UK English Male"]);
    await page.goto("/devotional?day=2");
    await page.getByRole("button", { name: "Listen" }).click();
    await expect.poll(async () => (await spokenUtterances(page)).length).toBeGreaterThan(6);
    const heard: SpokenUtterance[] = await spokenUtterances(page);
    expect(heard[0]).toEqual({
      text: "Faith Over Fear",
      rate: 0.75,
      pitch: 0.8,
      volume: 1,
      voice: "Google UK English Male",
    });
    expect(heard[1]?.text).toContain("Have not I commanded thee?");
    expect(heard.every(({ text }) => text.length <= 150)).toBe(true);
    await expect.poll(async () => joined(await spokenUtterances(page))).toContain("Amen.");
    await expect(page.getByRole("button", { name: "Listen" })).toBeVisible();
  });

  test("stops on Stop, and goes on in the bar when the page is left @full", async ({ page }) => {
    await installVoices(page, ["Google UK English Male"], { isEndless: true });
    await page.goto("/devotional?day=2");
    await page.getByRole("button", { name: "Listen" }).click();
    await page.getByRole("button", { name: "Stop" }).first().click();
    await expect(page.getByRole("button", { name: "Listen" })).toBeVisible();
    expect(await page.evaluate(() => speechSynthesis.speaking)).toBe(false);
    await page.getByRole("button", { name: "Listen" }).click();
    expect(await page.evaluate(() => speechSynthesis.speaking)).toBe(true);
    await page.getByRole("link", { name: "Home" }).first().click();
    await expect(page.getByRole("heading", { name: "Our Channels" })).toBeVisible();
    expect(await page.evaluate(() => speechSynthesis.speaking)).toBe(true);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    expect(await page.evaluate(() => speechSynthesis.speaking)).toBe(false);
  });

  test("reports a device without voices @full", async ({ page }) => {
    await installVoices(page, []);
    await page.goto("/devotional?day=2");
    await page.getByRole("button", { name: "Listen" }).click();
    await expect(page.getByText("No voices are installed on this device, so")).toBeVisible();
  });
});

test.describe("the speech provider's voice", () => {
  type Asked = { body: unknown; key: string | undefined };

  /** Makes the function `tts` respond with audio. */
  async function serveAudio(
    page: Page,
    { seconds, isServerVoice }: { seconds: number; isServerVoice: boolean },
  ): Promise<Asked[]> {
    const asked: Asked[] = [];
    await page.addInitScript(() => {
      const players: HTMLAudioElement[] = [];
      Reflect.set(window, "players", players);
      const Original = window.Audio;
      window.Audio = class extends Original {
        constructor(src?: string) {
          super(src);
          players.push(this);
        }
      };
    });
    await page.route("**/functions/v1/tts", (route) => {
      const body: unknown = route.request().postDataJSON();
      if (JSON.stringify(body).includes('"status"')) {
        return route.fulfill({ json: { available: isServerVoice } });
      }
      asked.push({ body, key: route.request().headers()["x-speech-key"] });
      return route.fulfill({ contentType: "audio/wav", body: silence(seconds) });
    });
    return asked;
  }

  const isSilent = (page: Page) =>
    page.evaluate(() => {
      const players: unknown = Reflect.get(window, "players");
      return !Array.isArray(players) || players.every((player) => Reflect.get(player, "paused"));
    });

  test("stores a key encrypted in IndexedDB and moves one from localStorage there", async ({
    page,
  }) => {
    const asked = await serveAudio(page, { seconds: 0.3, isServerVoice: false });
    await page.goto("/devotional?day=2");
    await page.evaluate(() => localStorage.setItem("speech-provider-key", '{"key":"secret-1234"}'));
    await page.reload();
    await page.getByRole("button", { name: "Voice settings" }).click();
    await expect(page.getByText("A key ending in 1234 is saved on this device.")).toBeVisible();
    await expect(page.getByText("It is sent through our server")).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("secret");
    const kept = await page.evaluate(storedVoiceKey);
    expect(kept).toEqual({ isSealed: true, isExtractable: false });
    await page.reload();
    await page.getByRole("button", { name: "Voice settings" }).click();
    await expect(page.getByText("A key ending in 1234 is saved on this device.")).toBeVisible();
    await page.getByRole("button", { name: "Listen" }).click();
    await expect.poll(() => asked.map(({ key }) => key)).toEqual(["secret-1234"]);
    await page.getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => page.evaluate(storedVoiceKey)).toBeNull();
  });

  test("reads with the ministry's key for all visitors, goes on in the bar on another page, and stops on Stop @full", async ({
    page,
  }) => {
    const asked = await serveAudio(page, { seconds: 30, isServerVoice: true });
    // The page of a server with a key.
    await page.route("**/devotional?day=2", async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const body = html.replace(
        '"key":["server-voice"],"data":false',
        '"key":["server-voice"],"data":true',
      );
      expect(body).not.toBe(html);
      return route.fulfill({ response, body });
    });
    await page.goto("/devotional?day=2");
    await expect(page.getByRole("button", { name: "Listen" })).toBeEnabled();
    await page.getByRole("button", { name: "Listen" }).click();
    await expect.poll(() => isSilent(page)).toBe(false);
    await page.getByRole("button", { name: "Stop" }).first().click();
    await expect.poll(() => isSilent(page)).toBe(true);
    await page.getByRole("button", { name: "Listen" }).click();
    await expect.poll(() => isSilent(page)).toBe(false);
    await page.getByRole("link", { name: "Next day" }).click();
    await expect(article(page).getByText("Day 3", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Listen" })).toBeVisible();
    expect(await isSilent(page)).toBe(false);
    await page
      .getByRole("region", { name: "Audio player" })
      .getByRole("button", { name: "Stop" })
      .click();
    await expect.poll(() => isSilent(page)).toBe(true);
    const devotional = { kind: "devotional", day: 2, language: "en" };
    expect(asked).toEqual([
      { body: devotional, key: undefined },
      { body: devotional, key: undefined },
    ]);
  });
});

test.describe("voice settings", () => {
  // The browser logs every response that is not 200.
  test.use({ expectedFaults: [/status of 401/] });

  test("Save, Test Voice and Remove report their result; the key stays on the device (S2.108, S3.22, S5.16, S7.17, S8.10) @full", async ({
    page,
  }) => {
    await installVoices(page, ["Google UK English Male"]);
    const sent: (string | undefined)[] = [];
    await page.route("**/functions/v1/tts", async (route) => {
      const body: unknown = route.request().postDataJSON();
      if (JSON.stringify(body).includes("status")) return route.fallback();
      sent.push(route.request().headers()["x-speech-key"]);
      return route.fulfill({ status: 401, json: { error: "No", code: "invalid_key" } });
    });
    await page.goto("/devotional?day=2");
    await expect(page.getByRole("button", { name: "Listen" })).toBeEnabled();
    await page.getByRole("button", { name: "Voice settings" }).click();
    const field = page.getByLabel("Speech-provider API key");
    await field.fill("   ");
    await page.locator("form").getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Invalid API Key")).toBeVisible();
    await expect(page.getByText("Please enter a valid speech-provider API key.")).toBeVisible();

    await field.fill("  secret-1234 ");
    await page.locator("form").getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("API Key Saved")).toBeVisible();
    await expect(page.getByText("A key ending in 1234 is saved on this device.")).toBeVisible();

    await page.getByRole("button", { name: "Test Voice" }).click();
    await expect(page.getByText("Voice Test Failed")).toBeVisible();
    await expect(page.getByText("Please check your API key and try again.")).toBeVisible();
    expect(sent).toEqual(["secret-1234"]);

    // When the provider fails, the device's voice reads.
    await page.getByRole("button", { name: "Listen" }).click();
    await expect.poll(async () => (await spokenUtterances(page))[0]?.text).toBe("Faith Over Fear");
    expect(sent).toEqual(["secret-1234", "secret-1234"]);

    await page.getByRole("button", { name: "Remove" }).click();
    expect(await page.evaluate(() => localStorage.getItem("speech-provider-key"))).toBeNull();
  });
});

test.describe("published for everyone", () => {
  // No other test uses this month.
  const date = "2031-03-14";

  test("only an administrator may publish; a permalink has its own share tags @full", async ({
    page,
    request,
  }) => {
    const member = await createAccount(request);
    const refused = await request.post("/rest/v1/devotionals", {
      headers: await backendHeaders(request, member),
      data: { date, language: "en", title: "t", verse: "v", content: "c", status: "published" },
    });
    expect(refused.status()).toBe(403);
    await enterAs(page, member);
    await page.goto("/devotional?day=5");
    await openUpload(page);
    await expect(page.getByRole("link", { name: "Open the studio" })).toHaveCount(0);
    expect((await request.get("/devotional/2031/03/14")).status()).toBe(404);
    expect((await request.get("/devotional/2031/02/30")).status()).toBe(404);
  });

  test("a published devotional has a permalink, share tags and an entry in the feed", async ({
    page,
    request,
    baseURL,
  }) => {
    const member = await createAccount(request);
    const account = await makeAdministrator(request, baseURL ?? "", member);
    const entry = { title: "Word & <b>deed</b>", verse: "James 1:22", content: "Do it." };
    const row = { ...entry, language: "en", status: "published" };
    const published = await request.post("/rest/v1/devotionals", {
      headers: await backendHeaders(request, account),
      data: [
        { ...row, date: "2024-03-14" },
        { ...row, date: "2024-03-15", title: "The day after" },
      ],
    });
    expect(published.status()).toBe(201);

    const response = await request.get("/devotional/2024/03/14");
    expect(response.status()).toBe(200);
    const html = await response.text();
    expect(html).toContain('<meta property="og:title" content="Word &amp; &lt;b&gt;deed&lt;/b&gt;');
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/devotional\/2024\/03\/14"/);
    expect(html).toContain("Do it.");
    const answer = await request.get("/devotional/feed.xml");
    expect(answer.headers()["content-type"]).toContain("application/rss+xml");
    const feed = await answer.text();
    expect(feed).toContain("<title>Daily Devotional – Reign TV</title>");
    expect(feed).toContain("<title>Word &amp; &lt;b&gt;deed&lt;/b&gt;</title>");
    expect(feed).toMatch(/<link>[^<]+\/devotional\/2024\/03\/14<\/link>/);

    await page.goto("/devotional/2024/03/14");
    await expect(days(page).getByRole("heading")).toHaveText("March 2024");
    await expect(article(page).getByRole("heading", { level: 2 })).toHaveText(entry.title);
    await expect(article(page).getByText("Thursday, March 14, 2024")).toBeVisible();
    await page.getByRole("link", { name: "Next day" }).click();
    await expect(page).toHaveURL(/\/devotional\/2024\/03\/15$/);
    await expect(article(page).getByRole("heading", { level: 2 })).toHaveText("The day after");
  });

  test("a published month shows real dates, yesterday and tomorrow @full", async ({ page }) => {
    await setTime(page, `${date}T10:00:00Z`);
    const rows = ["2031-03-13", "2031-03-14", "2031-03-15"].map((day) => ({
      date: day,
      title: `Word of ${day}`,
      verse: "v",
      content: "c",
      reflection: null,
    }));
    await page.route("**/rest/v1/devotionals?*", (route) => {
      const search = new URL(route.request().url()).searchParams;
      const wanted = search.getAll("date").find((filter) => filter.startsWith("eq."));
      const found = wanted ? rows.filter((row) => `eq.${row.date}` === wanted) : rows;
      return route.fulfill({ json: found });
    });
    await page.goto("/devotional");
    await expect(days(page).getByRole("heading")).toHaveText("March 2031");
    await expect(article(page).getByRole("heading", { level: 2 })).toHaveText("Word of 2031-03-14");
    await expect(page.getByRole("link", { name: "Yesterday" })).toBeVisible();
    await page.getByRole("link", { name: "Tomorrow" }).click();
    await expect(page).toHaveURL(/\/devotional\/2031\/03\/15$/);
    await expect(article(page).getByRole("heading", { level: 2 })).toHaveText("Word of 2031-03-15");
    await expectAccessible(page);
  });
});

function joined(heard: readonly SpokenUtterance[]): string {
  return heard.map(({ text }) => text).join(" ");
}

/** Describes the stored key of the reader. Runs in the page. */
async function storedVoiceKey(): Promise<{ isSealed: boolean; isExtractable: boolean } | null> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open("speech-provider-key", 1);
    request.addEventListener("success", () => resolve(request.result));
  });
  const read = (key: string) =>
    new Promise<unknown>((resolve) => {
      const request = database.transaction("entries").objectStore("entries").get(key);
      request.addEventListener("success", () => resolve(request.result));
    });
  const [entry, seal] = [await read("speech-provider-key"), await read("seal")];
  database.close();
  if (entry === undefined) return null;
  const isSealed = typeof entry !== "string" && seal instanceof CryptoKey;
  return { isSealed, isExtractable: seal instanceof CryptoKey && seal.extractable };
}

test.describe("the tools of a reader", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("are within thumb reach during reading, and the day is marked at its end", async ({
    page,
  }) => {
    await page.goto("/devotional?day=3");
    const listen = page.getByRole("button", { name: "Listen" });
    await expect(listen).toBeEnabled();
    await expect(listen).toBeInViewport();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.clock.install();
    await page.getByRole("heading", { name: "Reflection" }).scrollIntoViewIfNeeded();
    await expect(listen).toBeInViewport();
    await expect(async () => {
      await page.clock.runFor(3_000);
      await expect(page.getByRole("link", { name: "Day 3, read" })).toBeVisible({ timeout: 500 });
    }).toPass();
    await expectAccessible(page);
    await page.goto("/devotional");
    await page.getByRole("region", { name: "Saved devotionals" }).getByRole("link").click();
    await expect(page).toHaveURL(/\/devotional\?day=3$/);
  });
});
