import { MOVING } from "./support/page-test.ts";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/live-test.ts";
import { messagesFrom, openFramed, sendCommand } from "./support/player-page.ts";

test.use(MOVING);

const PROVIDER = "https://player.example.org";
const YOUTUBE = "https://www.youtube-nocookie.com";

/** Responds to every request to a provider with one script or page. */
async function provide(
  page: Page,
  origin: string,
  contentType: string,
  body: string,
): Promise<void> {
  await page.route(`${origin}/**`, (route) => route.fulfill({ contentType, body }));
}

test.describe("a provider's script", () => {
  test.use({
    liveOptions: {
      sources: {
        french: {
          kind: "script",
          src: `${PROVIDER}/player.js`,
          hosts: ["player.example.org"],
          mountId: "provider-player",
          data: { channel: "7" },
          attributes: {},
          callFunction: "startPlayer",
        },
      },
    },
    expectedFaults: [/player\.example\.org|Blocked|sandbox|content policy|Refused|ERR_|Unsafe/],
  });

  test("loads after the visitor's consent and finds its mount element", async ({ page }) => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await provide(
      page,
      PROVIDER,
      "text/javascript",
      `window.startPlayer = (mount) => {
        const frame = document.createElement("iframe");
        frame.src = "${PROVIDER}/frame?channel=" + mount.dataset.channel;
        mount.append(frame);
      };`,
    );
    const frame = await openFramed(page, "/embed/channel/french?autoplay=1&lang=en");
    await expect(
      frame.getByText("Pressing play loads the stream from player.example.org."),
    ).toBeVisible();
    expect(requests.filter((url) => url.startsWith(PROVIDER))).toEqual([]);
    await frame.getByRole("button", { name: "Play" }).click();
    const inner = frame.frameLocator("iframe");
    await expect(inner.locator("#provider-player iframe")).toHaveAttribute("src", /channel=7$/);
    await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "ready" });
    await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "consent" });
    await sendCommand(page, { v: 1, c: "pause" });
    await expect(frame.locator("iframe")).toHaveCount(0);
  });

  test("may use document.write, once @full", async ({ page }) => {
    await provide(
      page,
      PROVIDER,
      "text/javascript",
      `document.write('<video id="written"></video>')`,
    );
    const frame = await openFramed(page, "/embed/channel/french?autoplay=1&consent=1");
    await expect(frame.frameLocator("iframe").locator("#written")).toHaveCount(1);
    await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "ready" });
  });

  test("that is hostile reads no session, navigates no page and opens no window", async ({
    page,
    context,
  }) => {
    await provide(page, PROVIDER, "text/javascript", `(${hostileScript.toString()})()`);
    await page.addInitScript(() => {
      if (window === window.top) localStorage.setItem("sb-demo-auth-token", "the session");
    });
    const frame = await openFramed(page, "/embed/channel/french?autoplay=1&consent=1");
    const report = frame.frameLocator("iframe").locator("#report");
    await expect(report).toHaveText(/done$/);
    const lines = (await report.textContent())?.split("\n") ?? [];
    expect(lines).toEqual([
      "origin: null",
      "localStorage: SecurityError",
      "cookie: SecurityError",
      "indexedDB: SecurityError",
      "parent storage: SecurityError",
      "top navigation: refused",
      "popup: null",
      "own server: refused",
      "done",
    ]);
    expect(page.url()).toContain("/around");
    expect(context.pages()).toHaveLength(1);
  });

  test("that fails is reported on a card @full", async ({ page }) => {
    await page.route(`${PROVIDER}/**`, (route) => route.abort("connectionrefused"));
    const frame = await openFramed(page, "/embed/channel/french?autoplay=1&consent=1&lang=en");
    await expect(frame.getByRole("alert")).toContainText("The stream isn't responding");
    await expect
      .poll(() => messagesFrom(page))
      .toContainEqual({ v: 1, t: "error", code: "network" });
  });

  test("that shows nothing within 12 seconds is reported on a card @full", async ({ page }) => {
    await page.clock.install({ time: 0 });
    // From here on, time passes only by the test.
    await page.clock.pauseAt(1_000);
    await provide(page, PROVIDER, "text/javascript", "");
    const frame = await openFramed(page, "/embed/channel/french?autoplay=1&consent=1&lang=en");
    await expect(frame.locator("iframe")).toHaveCount(1);
    await page.clock.runFor(11_500);
    await expect(frame.getByRole("alert")).toBeHidden();
    await page.clock.runFor(1_000);
    await expect(frame.getByRole("alert")).toContainText("The stream isn't responding");
    // The automatic retry comes after 30 s.
    await page.clock.runFor(30_000);
    await expect(frame.locator("iframe")).toHaveCount(1);
  });
});

/** Runs in the provider's frame: attempts every attack and records the results. */
async function hostileScript(): Promise<void> {
  const lines: string[] = [`origin: ${window.origin}`];
  const attempt = (name: string, action: () => unknown): void => {
    try {
      lines.push(`${name}: ${String(action())}`);
    } catch (error) {
      lines.push(`${name}: ${error instanceof Error ? error.name : "error"}`);
    }
  };
  attempt("localStorage", () => localStorage.getItem("sb-demo-auth-token"));
  attempt("cookie", () => document.cookie);
  attempt("indexedDB", () => indexedDB.open("session"));
  attempt("parent storage", () => window.parent.localStorage.length);
  try {
    if (window.top) window.top.location.href = "https://player.example.org/stolen";
    lines.push("top navigation: not refused");
  } catch {
    lines.push("top navigation: refused");
  }
  attempt("popup", () => window.open("https://player.example.org/popup"));
  await fetch("/auth/v1/user", { credentials: "include" }).then(
    () => lines.push("own server: answered"),
    () => lines.push("own server: refused"),
  );
  const report = document.createElement("pre");
  report.id = "report";
  report.textContent = [...lines, "done"].join("\n");
  document.body.append(report);
}

test.describe("a provider's frame", () => {
  test.use({
    liveOptions: {
      sources: {
        english: { kind: "iframe", url: `${PROVIDER}/embed/7`, hosts: ["player.example.org"] },
      },
    },
    expectedFaults: [/player\.example\.org|ERR_|sandbox|Unsafe/],
  });

  test("is shown in a sandbox that cannot navigate the page", async ({ page }) => {
    await provide(
      page,
      PROVIDER,
      "text/html",
      `<p>stream</p><script>try { top.location = "${PROVIDER}/stolen" } catch {}</script>`,
    );
    const frame = await openFramed(page, "/embed/channel/english?autoplay=1&consent=1");
    await expect(frame.frameLocator("iframe").getByText("stream")).toBeVisible();
    await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "ready" });
    expect(page.url()).toContain("/around");
  });
});

test.describe("a video of the platform", () => {
  test.use({ expectedFaults: [/youtube-nocookie\.com/] });

  /** A player that speaks the platform's protocol and reports `first` to its listener. */
  const fakePlayer = (first: string): string => `<body>player<script>
    const say = (message) => parent.postMessage(JSON.stringify(message), "*");
    addEventListener("message", ({ data }) => {
      const { event, func, args } = JSON.parse(data);
      if (event === "listening") { say({ event: "onReady" }); say(${first}); }
      if (event === "command" && func === "pauseVideo") say({ event: "onStateChange", info: 2 });
      if (event === "command" && func === "seekTo")
        say({ event: "infoDelivery", info: { currentTime: args[0], duration: 63 } });
    });
  </script>`;

  test("plays in the privacy-enhanced player, which gets the embedding origin", async ({
    page,
  }) => {
    let referer: string | undefined;
    await page.route(`${YOUTUBE}/**`, (route) => {
      referer = route.request().headers()["referer"];
      const body = fakePlayer('{ event: "onStateChange", info: 1 }');
      return route.fulfill({ contentType: "text/html", body });
    });
    const frame = await openFramed(page, "/embed/yt/AAAAAAAAAA1?autoplay=1&start=90&hl=fr");
    const src = await frame.locator("iframe").getAttribute("src");
    const url = new URL(src ?? "");
    expect(url.origin + url.pathname).toBe(`${YOUTUBE}/embed/AAAAAAAAAA1`);
    expect(url.searchParams.get("vq")).toBe("hd1080");
    expect(url.searchParams.get("start")).toBe("90");
    expect(url.searchParams.get("origin")).toBe(new URL(page.url()).origin);
    await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "state", s: "playing" });
    expect(referer).toBe(`${new URL(page.url()).origin}/`);
    await sendCommand(page, { v: 1, c: "seek", pos: 30 });
    await expect
      .poll(() => messagesFrom(page))
      .toContainEqual({ v: 1, t: "time", pos: 30, dur: 63 });
    await sendCommand(page, { v: 1, c: "pause" });
    await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "state", s: "paused" });
  });

  test("that fails shows a card with Watch on YouTube; one that does not start notifies the parent page @full", async ({
    page,
  }) => {
    for (const [number, code, text] of [
      [100, "gone", "removed or made private"],
      [150, "refused", "YouTube only"],
      [153, "identity", "still watch it on YouTube"],
    ] as const) {
      await page.unrouteAll();
      await provide(
        page,
        YOUTUBE,
        "text/html",
        fakePlayer(`{ event: "onError", info: ${number} }`),
      );
      const frame = await openFramed(page, "/embed/yt/AAAAAAAAAA1?autoplay=1");
      const card = frame.getByRole("alert");
      await expect(card).toContainText("This video can't be played here");
      await expect(card).toContainText(text);
      const link = card.getByRole("link", { name: /^Watch on YouTube/ });
      await expect(link).toHaveAttribute("href", "https://www.youtube.com/watch?v=AAAAAAAAAA1");
      await expect(link).toHaveAttribute("target", "_blank");
      await expect(link).toHaveAttribute("rel", /noopener/);
      await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "error", code });
    }
    await page.unrouteAll();
    await provide(page, YOUTUBE, "text/html", fakePlayer('{ event: "onAutoplayBlocked" }'));
    await openFramed(page, "/embed/yt/AAAAAAAAAA1?autoplay=1");
    await expect.poll(() => messagesFrom(page)).toContainEqual({ v: 1, t: "blocked" });
  });

  test("can be retried when its platform is unreachable @full", async ({ page }) => {
    await page.clock.install();
    await page.route(`${YOUTUBE}/**`, (route) => route.abort("connectionrefused"));
    const frame = await openFramed(page, "/embed/yt/AAAAAAAAAA1?autoplay=1");
    await expect(frame.locator("iframe")).toHaveCount(1);
    await page.clock.runFor(13_000);
    await expect(frame.getByRole("alert")).toContainText("YouTube isn't responding");
    await provide(page, YOUTUBE, "text/html", fakePlayer('{ event: "onStateChange", info: 1 }'));
    await frame.getByRole("button", { name: "Try again" }).click();
    await expect(frame.locator("iframe")).toHaveCount(1);
  });
});
