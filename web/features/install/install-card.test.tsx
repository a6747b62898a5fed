import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { INSTALL_CARD_WAITS_MS } from "#shared/constants.ts";
import { installMessages } from "#shared/messages/devices/install.ts";
import { refuseStorage } from "#tests/support/full-storage.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { expectComplaint } from "#tests/support/view-console.ts";
import { descriptionOf } from "#tests/support/view-actions.ts";
import { InstallCard } from "./install-card.tsx";
import { storeInstallPrompt, consumeInstallPrompt } from "./deferred-install-prompt.ts";

const { en, fr } = installMessages;
const CARD = { name: en.card.title("Reign TV") };
const CARTE = { name: fr.card.title("Reign TV") };

beforeAll(() => storeInstallPrompt());

/** The visitor has been here before, and the card's code has loaded. */
beforeEach(async () => {
  localStorage.setItem("firstVisit", "1");
  const { unmount } = renderCard();
  await screen.findByRole("region", CARD);
  unmount();
});

/** The browser's event; its dialog resolves as given. */
function offer(prompt: unknown): Event {
  consumeInstallPrompt();
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return event;
}

/** The card of a visitor who has scrolled. */
function renderCard(options?: Parameters<typeof renderView>[1]): ReturnType<typeof renderView> {
  const view = renderView(<InstallCard isHidden={false} />, options);
  fireEvent(window, new Event("scrollend"));
  return view;
}

function card(): HTMLElement | null {
  return screen.queryByRole("region", CARD);
}

describe("the card waits", () => {
  it("for the second visit, or for a watched video", () => {
    localStorage.removeItem("firstVisit");
    const first = renderCard();
    expect(card()).toBeNull();
    first.unmount();
    const watched = { title: "", thumbnail: "", duration: "", viewCount: "", category: "" };
    const position = { ...watched, id: "clip-1", seconds: 30, ofSeconds: 60 };
    localStorage.setItem("watchPositions", JSON.stringify([position]));
    renderCard();
    expect(card()).not.toBeNull();
  });

  it("while the visitor has neither scrolled nor stayed", () => {
    vi.useFakeTimers();
    renderView(<InstallCard isHidden={false} />);
    act(() => void vi.advanceTimersByTime(INSTALL_CARD_WAITS_MS - 1));
    expect(card()).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(card()).not.toBeNull();
    vi.useRealTimers();
  });

  it("no longer after a scroll", () => {
    renderView(<InstallCard isHidden={false} />);
    expect(card()).toBeNull();
    fireEvent(window, new Event("scrollend"));
    expect(card()).not.toBeNull();
  });
});

describe("the card", () => {
  it("names the ministry and offers three answers, in French", () => {
    renderCard({ language: "fr" });
    const region = within(screen.getByRole("region", CARTE));
    expect(region.getByText(fr.card.text)).toBeDefined();
    for (const name of [fr.card.close, fr.card.install, fr.card.later]) {
      expect(region.getByRole("button", { name })).toBeDefined();
    }
  });

  it.each([
    ["put off a minute ago", { installPromptDismissed: "MINUTE_AGO" }, false],
    ["put off by a clock that was a day ahead", { installPromptDismissed: "TOMORROW" }, true],
    ["put off at a time below zero", { installPromptDismissed: "-5" }, true],
    ["installed", { appInstalled: "true" }, false],
    ["said to be installed by a word", { appInstalled: "yes" }, true],
  ])("of an app that was %s is shown: %s %s", (_when, stored, isShown) => {
    const nowMs = Date.now();
    for (const [key, value] of Object.entries(stored)) {
      const text = value
        .replace("MINUTE_AGO", String(nowMs - 60_000))
        .replace("TOMORROW", String(nowMs + 86_400_000));
      localStorage.setItem(key, text);
    }
    renderCard();
    expect(card() !== null).toBe(isShown);
  });

  it("stays away on an iPhone whose home screen opened the app", () => {
    Object.defineProperty(navigator, "standalone", { value: true, configurable: true });
    renderCard();
    Reflect.deleteProperty(navigator, "standalone");
    expect(card()).toBeNull();
  });

  it("registers an installation while it is hidden", () => {
    renderView(<InstallCard isHidden />);
    expect(card()).toBeNull();
    act(() => void window.dispatchEvent(new Event("appinstalled")));
    expect(localStorage.getItem("appInstalled")).toBe("true");
  });

  it("can be dismissed by the keyboard, for this visit and the next", async () => {
    const { user, unmount } = renderCard();
    screen.getByRole("button", { name: en.card.later }).focus();
    await user.keyboard("{Enter}");
    expect(card()).toBeNull();
    unmount();
    renderCard();
    expect(card()).toBeNull();
  });

  it("stays dismissed for this visit when the browser's storage is full", async () => {
    localStorage.setItem("installPromptDismissed", "0");
    refuseStorage();
    const { user } = renderCard();
    await user.click(screen.getByRole("button", { name: en.card.close }));
    expect(card()).toBeNull();
  });
});

describe("the browser's install event", () => {
  it("is prevented from its default", () => {
    expect(offer(() => Promise.resolve()).defaultPrevented).toBe(true);
  });

  it("is used once: the next card shows manual instructions", async () => {
    const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve());
    offer(prompt);
    const first = renderCard();
    await first.user.click(screen.getByRole("button", { name: en.card.install }));
    expect(prompt).toHaveBeenCalledOnce();
    expect(card()).toBeNull();
    first.unmount();
    const second = renderCard();
    await second.user.click(screen.getByRole("button", { name: en.card.install }));
    expect(prompt).toHaveBeenCalledOnce();
    expect(screen.getByRole("alertdialog", { name: en.manual.title("Reign TV") })).toBeDefined();
  });

  it("that cannot be shown counts as none", async () => {
    offer("not a function");
    const { user } = renderCard();
    await user.click(screen.getByRole("button", { name: en.card.install }));
    expect(screen.getByRole("alertdialog")).toBeDefined();
  });

  it("whose dialog fails is logged, and the card closes", async () => {
    expectComplaint(/The dialog broke/);
    offer(() => {
      throw new Error("The dialog broke");
    });
    const { user } = renderCard();
    await user.click(screen.getByRole("button", { name: en.card.install }));
    expect(card()).toBeNull();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

describe("the instructions", () => {
  it.each([
    ["an iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)", "mobile"],
    ["a computer", "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "desktop"],
    ["a television", "Mozilla/5.0 (Web0S; Linux/SmartTV) Chrome/79.0", "tv"],
  ] as const)("on %s are those of its kind, in French: %s", async (_device, userAgent, kind) => {
    consumeInstallPrompt();
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
    const { user } = renderCard({ language: "fr" });
    await user.click(screen.getByRole("button", { name: fr.card.install }));
    const dialog = screen.getByRole("alertdialog", { name: fr.manual.title("Reign TV") });
    expect(descriptionOf(dialog)).toBe(fr.manual[kind]);
  });

  it("lead back to the card, which can still be dismissed", async () => {
    consumeInstallPrompt();
    const { user } = renderCard();
    await user.click(screen.getByRole("button", { name: en.card.install }));
    expect(card()).toBeNull();
    await user.click(screen.getByRole("button", { name: en.manual.understood }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(card()).not.toBeNull();
    expect(localStorage.getItem("installPromptDismissed")).toBeNull();
  });
});
