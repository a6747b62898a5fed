import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { postedInto, sayFromFrame } from "#tests/support/fake-frames.ts";
import {
  createFakeServer,
  type FakeServer,
  json,
  unreachable,
} from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { ChannelsSection } from "./channels-section.tsx";
import { LiveTvPage } from "./live-tv-page.tsx";

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});

/** A server without a status of channels. */
function silentServer(): FakeServer {
  const server = createFakeServer();
  server.answer("GET /api/live", unreachable);
  for (const id of ["english", "french"]) {
    server.answer(`GET /api/live/${id}/schedule`, () => json({ v: 1, programmes: PROGRAMMES }));
  }
  return server;
}

const START_MS = Date.now() - MINUTE_MS;

/** Programmes of five minutes; the first has begun. */
const PROGRAMMES = Array.from({ length: 12 }, (_, index) => ({
  id: `clip-${index}`,
  title: `Programme ${index}`,
  reference: "",
  start: new Date(START_MS + 5 * index * MINUTE_MS).toISOString(),
  end: new Date(START_MS + 5 * (index + 1) * MINUTE_MS).toISOString(),
  language: "en",
}));

/** A server whose service has begun on the French channel. */
function servingFrench(): FakeServer {
  const server = silentServer();
  const facts = { since: null, title: null };
  server.answer("GET /api/live", () =>
    json({
      v: 1,
      now: "2026-11-19T15:00:00Z",
      pollSeconds: 30,
      channels: [
        { id: "english", state: "rerun", ...facts },
        { id: "french", state: "live", ...facts },
      ],
      next: {
        id: "thursday",
        start: "2026-11-19T15:00:00Z",
        minutes: 60,
        zone: "Europe/Paris",
        channel: "french",
      },
    }),
  );
  return server;
}

describe("while a service runs, its channel leads whatever the language", () => {
  it("on Home", async () => {
    const { container } = renderView(<ChannelsSection />, { server: servingFrench() });
    const names = () => [...container.querySelectorAll("h3")].map((heading) => heading.textContent);
    await expect.poll(names).toEqual(["Live Stream French", "Live Stream English"]);
  });

  it("on Live TV, where the other channel keeps its own URL", async () => {
    renderView(<LiveTvPage reminder={null} reminders={null} />, {
      server: servingFrench(),
      at: "/live-tv",
    });
    expect(
      await screen.findByRole("heading", { level: 2, name: "Live Stream French" }),
    ).toBeDefined();
    const link = screen.getByRole("link", { name: "Live Stream English" });
    expect(link.getAttribute("href")).toBe("/live-tv?channel=english");
  });
});

describe("Live TV", () => {
  it.each([
    ["/live-tv", "Live Stream English"],
    ["/live-tv?channel=english", "Live Stream English"],
    ["/live-tv?channel=french", "Live Stream French"],
    ["/live-tv?channel=german", "Live Stream English"],
    ["/live-tv?channel=", "Live Stream English"],
  ])("at %s shows %s, and marks it among the channels", (at, name) => {
    renderView(<LiveTvPage reminder={null} reminders={null} />, {
      server: silentServer(),
      at,
    });
    const nav = within(screen.getByRole("navigation", { name: liveTvMessages.en.chooseChannel }));
    const current = nav.getAllByRole("link").filter((link) => link.hasAttribute("aria-current"));
    expect(current.map((link) => link.textContent)).toEqual([name]);
    expect(screen.getByRole("heading", { level: 2, name })).toBeDefined();
  });

  it("changes the channel without leaving the page, and Back returns to the previous one", async () => {
    const { user, address, back } = renderView(<LiveTvPage reminder={null} reminders={null} />, {
      server: silentServer(),
      at: "/live-tv",
      language: "fr",
    });
    await user.click(screen.getByRole("link", { name: "Live Stream French" }));
    await expect.poll(address).toBe("/fr/live-tv?channel=french");
    await screen.findByRole("heading", { level: 2, name: "Live Stream French" });
    await back();
    await screen.findByRole("heading", { level: 2, name: "Live Stream English" });
  });

  it("has no parameter for the default channel", () => {
    renderView(<LiveTvPage reminder={null} reminders={null} />, {
      server: silentServer(),
      at: "/live-tv?channel=french",
    });
    const link = screen.getByRole("link", { name: "Live Stream English" });
    expect(link.getAttribute("href")).toBe("/live-tv");
  });

  it("does not start another channel's stream that waits for a tap", async () => {
    localStorage.setItem("dataSaver", "on");
    const { user, container } = renderView(<LiveTvPage reminder={null} reminders={null} />, {
      server: silentServer(),
      at: "/live-tv",
    });
    await user.click(await screen.findByRole("button", { name: /^Watch Live Stream English/ }));
    await expect.poll(() => container.querySelector("iframe")).not.toBeNull();
    await user.click(screen.getByRole("link", { name: "Live Stream French" }));
    await expect.poll(() => container.querySelector("iframe")).toBeNull();
    expect(await screen.findByRole("button", { name: /^Watch Live Stream French/ })).toBeDefined();
  });

  it("shows the schedule, and plays the current programme from its beginning until it ends", async () => {
    localStorage.setItem("dataSaver", "on");
    const texts = liveTvMessages.en;
    const { user, container } = renderView(<LiveTvPage reminder={null} reminders={null} />, {
      server: silentServer(),
      at: "/live-tv",
    });
    const schedule = within(screen.getByRole("region", { name: texts.schedule }));
    expect(await schedule.findByText(texts.now)).toBeDefined();
    const [now, next] = schedule.getAllByRole("listitem");
    expect(now?.textContent).toContain("Programme 0");
    expect(next?.textContent).toContain("Programme 1");
    await user.click(schedule.getByRole("button", { name: texts.fromBeginningOf("Programme 0") }));
    const frame = container.querySelector("iframe");
    expect(frame?.getAttribute("src")).toBe(
      "/embed/clip/clip-0?autoplay=1&lang=en&named=1&tap=1&saver=1",
    );
    expect(screen.getByRole("status").textContent).toBe(texts.fromBeginningOf("Programme 0"));
    expect(screen.getByRole("button", { name: texts.backToLive })).toBeDefined();
    if (frame) sayFromFrame(frame, { v: 1, t: "state", s: "ended" });
    expect(container.querySelector("iframe")).toBeNull();
    expect(screen.queryByRole("button", { name: texts.backToLive })).toBeNull();
  });

  it("plays a broadcast from its beginning in the player; the programme is not on the air", async () => {
    localStorage.setItem("dataSaver", "on");
    const texts = liveTvMessages.en;
    const { user, container } = renderView(<LiveTvPage reminder={null} reminders={null} />, {
      server: servingFrench(),
      at: "/live-tv?channel=french",
    });
    const schedule = within(await screen.findByRole("region", { name: texts.schedule }));
    expect(await schedule.findByText(texts.next)).toBeDefined();
    expect(schedule.queryByText(texts.now)).toBeNull();
    await user.click(await screen.findByRole("button", { name: /^Watch Live Stream French/ }));
    await expect.poll(() => container.querySelector("iframe")).not.toBeNull();
    const frame = container.querySelector("iframe");
    if (!frame) throw new Error("No frame");
    expect(screen.queryByRole("button", { name: texts.fromBeginning })).toBeNull();
    sayFromFrame(frame, { v: 1, t: "broadcast", on: true });
    await user.click(screen.getByRole("button", { name: texts.fromBeginning }));
    expect(postedInto(frame)).toContainEqual({ v: 1, c: "moment", ms: 0 });
    sayFromFrame(frame, { v: 1, t: "broadcast", on: false });
    expect(screen.queryByRole("button", { name: texts.fromBeginning })).toBeNull();
  });

  it("has no schedule where the channel plays another source", async () => {
    const server = silentServer();
    server.answer("GET /api/live/english/schedule", () => json({ error: "not_found" }, 404));
    renderView(<LiveTvPage reminder={null} reminders={null} />, { server, at: "/live-tv" });
    await expect
      .poll(() => screen.queryByRole("region", { name: liveTvMessages.en.schedule }))
      .toBeNull();
  });

  it("has its French title, with reminders next to the services", () => {
    renderView(<LiveTvPage reminder={null} reminders={<p>Reminders</p>} />, {
      server: silentServer(),
      language: "fr",
    });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(liveTvMessages.fr.title);
    expect(screen.getByText("Reminders")).toBeDefined();
  });
});

describe("the full-screen player", () => {
  async function open(language: "en" | "fr" = "en") {
    const server = createFakeServer();
    server.answer("GET /api/live", unreachable);
    const shown = renderView(<ChannelsSection />, { server, language });
    const [, french] = screen.getAllByRole("button", { name: liveTvMessages[language].fullscreen });
    if (!french) throw new Error("No second channel");
    await shown.user.click(french);
    const dialog = await screen.findByRole("dialog", { name: "Live Stream French" });
    return { ...shown, dialog, opener: french };
  }

  function say(dialog: HTMLElement, message: EmbedMessage): void {
    const frame = dialog.querySelector("iframe");
    if (frame) sayFromFrame(frame, message);
  }

  it("shows the selected channel with sound, as the visitor requested it", async () => {
    const { dialog } = await open("fr");
    const address = dialog.querySelector("iframe")?.getAttribute("src");
    expect(address).toBe("/embed/channel/french?autoplay=1&lang=fr&tap=1&saver=0&followed=1");
    expect(within(dialog).getByRole("heading", { level: 2 }).textContent).toBe(
      "Live Stream French",
    );
  });

  it("closes by its button and returns the focus", async () => {
    const { user, opener } = await open("fr");
    await user.click(screen.getByRole("button", { name: liveTvMessages.fr.closePlayer }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it("closes by Escape inside the player, which the page itself does not receive", async () => {
    const { dialog } = await open();
    say(dialog, { v: 1, t: "state", s: "playing" });
    expect(screen.getByRole("dialog")).toBeDefined();
    say(dialog, { v: 1, t: "key", key: "Escape" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("passes the data saver on to a requested player", async () => {
    localStorage.setItem("dataSaver", "on");
    const { dialog } = await open();
    expect(dialog.querySelector("iframe")?.getAttribute("src")).toContain("&tap=1&saver=1");
  });
});
