import { act, screen } from "@testing-library/react";
import { useLocation } from "react-router";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { offlineMessages } from "#shared/messages/offline.ts";
import { type FakeWorkers, installWorkers } from "#tests/support/fake-service-worker.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { expectComplaint } from "#tests/support/view-console.ts";
import { findToast, textOf } from "#tests/support/view-actions.ts";
import { shownToasts } from "#web/ui/toast-list.ts";
import { useServiceWorker } from "./use-service-worker.ts";

const { en, fr } = offlineMessages;

function Page() {
  const { pathname, search } = useLocation();
  useServiceWorker(`${pathname}${search}`, offerInStudio);
  return null;
}

let studioUpdate: (() => void) | null = null;
function offerInStudio(reload: () => void): void {
  studioUpdate = reload;
}

function openPage(options: Parameters<typeof renderView>[1] = {}) {
  return renderView(<Page />, { site: { hasWorker: true }, ...options });
}

/** A worker that waits to replace the active one. */
function waiting(workers: FakeWorkers): void {
  workers.controller = workers.worker;
  workers.registration.waiting = workers.worker;
}

async function settled(): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
}

describe("a new version", () => {
  it("that is already waiting is announced quietly, in French, until the visitor answers", async () => {
    waiting(installWorkers());
    const { unmount } = openPage({ language: "fr" });
    const toast = await findToast();
    expect(textOf(toast)).toContain(fr.newVersion);
    expect(textOf(toast)).toContain(fr.newVersionText);
    expect(screen.getByRole("button", { name: fr.reload })).toBeDefined();
    expect(shownToasts.read().at(-1)?.shownMs).toBeUndefined();
    unmount();
    expect(shownToasts.read()).toEqual([]);
  });

  it("is a line of the studio, not over its forms", async () => {
    window.history.replaceState(null, "", "/fr/studio/channels");
    onTestFinished(() => window.history.replaceState(null, "", "/"));
    waiting(installWorkers());
    openPage({ language: "fr" });
    await expect.poll(() => studioUpdate).toBeTypeOf("function");
    expect(shownToasts.read()).toEqual([]);
  });

  it("that arrives while the page is open is announced when it is ready", async () => {
    const workers = installWorkers();
    workers.controller = workers.worker;
    openPage();
    await settled();
    const installing = new EventTarget();
    workers.registration.installing = installing;
    workers.registration.dispatchEvent(new Event("updatefound"));
    expect(shownToasts.read()).toEqual([]);
    waiting(workers);
    act(() => void installing.dispatchEvent(new Event("statechange")));
    expect(textOf(await findToast())).toContain(en.newVersion);
  });

  it("takes over on the visitor's request, and the page is reloaded", async () => {
    const workers = installWorkers();
    waiting(workers);
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    const { user } = openPage();
    await user.click(await screen.findByRole("button", { name: en.reload }));
    await expect.poll(() => workers.told).toContain("skip-waiting");
    expect(reload).not.toHaveBeenCalled();
    workers.dispatchEvent(new Event("controllerchange"));
    workers.dispatchEvent(new Event("controllerchange"));
    expect(reload).toHaveBeenCalledOnce();
  });

  it("is not announced for the first worker of a device, which replaces nothing", async () => {
    const workers = installWorkers();
    workers.registration.waiting = workers.worker;
    openPage();
    await settled();
    expect(workers.registered).toEqual(["/sw.js"]);
    expect(shownToasts.read()).toEqual([]);
  });

  it.each([
    ["59 minutes", 59 * 60_000, 0],
    ["61 minutes", 61 * 60_000, 1],
  ])("is checked for when the visitor returns after %s: %i %i", async (_after, ms, updates) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const workers = installWorkers();
    openPage();
    await settled();
    vi.setSystemTime(Date.now() + ms);
    document.dispatchEvent(new Event("visibilitychange"));
    document.dispatchEvent(new Event("visibilitychange"));
    expect(workers.registration.updates).toBe(updates);
  });

  it("that the browser rejects is logged only", async () => {
    expectComplaint(/The browser refuses/);
    const workers = installWorkers();
    workers.register = () => Promise.reject(new Error("The browser refuses"));
    openPage();
    await settled();
    expect(shownToasts.read()).toEqual([]);
  });
});

describe("the revision of the site", () => {
  it("is sent to the worker, so that offline shells follow it", async () => {
    const workers = installWorkers();
    openPage({ site: { hasWorker: true, revision: "a1b2" } });
    await settled();
    expect(workers.told).toContainEqual({ revision: "a1b2" });
  });

  it.each([
    ["a page opened offline", { revision: "" }],
    ["a preview", { revision: "a1b2", preview: { kind: "channel", id: "english", body: {} } }],
  ])("is not sent by %s", async (_what, site) => {
    const workers = installWorkers();
    openPage({ site: { hasWorker: true, ...site } });
    await settled();
    expect(workers.told.filter((one) => Object.hasOwn(Object(one), "revision"))).toEqual([]);
  });
});

describe("pages cached for an offline visit", () => {
  it.each([
    ["/live-tv", ["/live-tv"]],
    ["/devotional?day=3", ["/devotional?day=3"]],
  ])("include the first page, %s, which loaded before the worker", async (at, stored) => {
    const workers = installWorkers();
    openPage({ at });
    await settled();
    const told = workers.told.filter((one) => Object.hasOwn(Object(one), "keepPage"));
    expect(told).toEqual(stored.map((keepPage) => ({ keepPage })));
  });

  it.each([
    ["/devotional/2026/06/14", true],
    ["/devotional", true],
    ["/devotionals", false],
    ["/profile", false],
    ["/auth", false],
  ])("include of later pages: %s %s", async (address, isKept) => {
    const workers = installWorkers();
    const { visit } = openPage({ at: "/" });
    await settled();
    await visit(address);
    await settled();
    const stored = workers.told.map((message) => Reflect.get(Object(message), "keepPage"));
    expect(stored.includes(address)).toBe(isKept);
  });
});

describe("a site that has turned its worker off", () => {
  const deleted: string[] = [];

  beforeEach(() => {
    deleted.length = 0;
    vi.stubGlobal("caches", {
      keys: () => Promise.resolve(["shell-1", "pages-1"]),
      delete: (name: string) => {
        deleted.push(name);
        return Promise.resolve(true);
      },
    });
  });

  it("removes it with its caches, and first tells it to cache no more", async () => {
    const workers = installWorkers();
    openPage({ site: { hasWorker: false } });
    await settled();
    expect(workers.told).toEqual(["retire"]);
    expect(workers.unregistered).toBe(1);
    expect(deleted).toEqual(["shell-1", "pages-1"]);
    expect(workers.registered).toEqual([]);
  });

  it("does no harm without a worker, nor in browsers without support", async () => {
    const workers = installWorkers();
    workers.hasRegistration = false;
    openPage({ site: { hasWorker: false } });
    await settled();
    expect(workers.told).toEqual([]);
    Reflect.deleteProperty(navigator, "serviceWorker");
    openPage({ site: { hasWorker: false } });
    openPage();
    await settled();
    expect(shownToasts.read()).toEqual([]);
  });
});
