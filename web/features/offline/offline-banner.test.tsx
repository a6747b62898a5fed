import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { offlineMessages } from "#shared/messages/offline.ts";
import { installWorkers } from "#tests/support/fake-service-worker.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { OfflineBanner } from "./offline-banner.tsx";

const { en, fr } = offlineMessages;

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
}

/** The line's text: the state, and the link to the content of this device. */
function noteOf(state: string, { whatIsHere } = en): string {
  return `${state}${whatIsHere}`;
}

function words(): string | null {
  return screen.getByRole("status").textContent;
}

describe("without a worker, as in old browsers and on URLs without TLS", () => {
  it("the banner follows the browser's state", () => {
    renderView(<OfflineBanner />, { language: "fr" });
    expect(words()).toBe("");
    setOnline(false);
    expect(words()).toBe(noteOf(fr.offline, fr));
    setOnline(true);
    expect(words()).toBe("");
  });

  it("a page that opens offline says so at once, and marks controls that need the network", () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { unmount } = renderView(<OfflineBanner />);
    expect(screen.getByRole("link").getAttribute("href")).toBe("/offline");
    expect(document.documentElement.dataset["connection"]).toBe("offline");
    expect(words()).toBe(noteOf(en.offline));
    unmount();
    expect(document.documentElement.dataset["connection"]).toBeUndefined();
  });
});

it("offers an update of the app in the same line", async () => {
  const update = vi.fn<() => void>();
  const { user } = renderView(<OfflineBanner onUpdate={update} />, { language: "fr" });
  expect(words()).toBe(`${fr.newVersion}${fr.reload}`);
  await user.click(screen.getByRole("button", { name: fr.reload }));
  expect(update).toHaveBeenCalledOnce();
});

describe("with a worker", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  function openPage() {
    const workers = installWorkers();
    workers.controller = workers.worker;
    const shown = renderView(<OfflineBanner />);
    return { ...shown, workers, say: (data: unknown) => act(() => workers.say(data)) };
  }

  it("asks it at the start and trusts it more than the browser", () => {
    const { workers, say } = openPage();
    expect(workers.told).toEqual(["probe"]);
    say({ isReachable: false });
    expect(words()).toBe(noteOf(en.server));
    setOnline(false);
    expect(words()).toBe(noteOf(en.offline));
    setOnline(true);
    say({ isReachable: true });
    expect(words()).toBe("");
  });

  it.each([[null], ["offline"], [{ isReachable: "no" }], [{ reachable: false }]])(
    "a message of another shape (%j) changes nothing",
    (data) => {
      const { say } = openPage();
      say(data);
      expect(words()).toBe("");
    },
  );

  it("asks it again every 15 seconds, but only while nothing is reachable", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { workers, say } = openPage();
    vi.advanceTimersByTime(60_000);
    expect(workers.told).toHaveLength(1);
    say({ isReachable: false });
    vi.advanceTimersByTime(30_000);
    expect(workers.told).toHaveLength(3);
    say({ isReachable: true });
    vi.advanceTimersByTime(60_000);
    expect(workers.told).toHaveLength(3);
  });

  it("asks it when the browser is online again, which says nothing about the server", () => {
    const { workers, say } = openPage();
    say({ isReachable: false });
    setOnline(false);
    setOnline(true);
    expect(workers.told).toEqual(["probe", "probe"]);
    expect(words()).toBe(noteOf(en.server));
    say({ isReachable: true });
  });

  it("nothing is received once the page is left", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { workers, say, unmount } = openPage();
    say({ isReachable: false });
    unmount();
    vi.advanceTimersByTime(60_000);
    expect(workers.told).toHaveLength(1);
    // The last page's state stays true for the next: the worker sends it on open.
    renderView(<OfflineBanner />);
    expect(words()).toBe(noteOf(en.server));
    say({ isReachable: true });
    expect(words()).toBe("");
  });
});
