import { act } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { createFakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { HomeRoute } from "./home-route.tsx";

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});

/** The slots between channels and devotional, in their order. */
async function slotsAt(isNear: boolean | undefined): Promise<string[]> {
  const server = createFakeServer();
  const now = "2026-11-19T14:00:00Z";
  const next = { id: "a", start: "2026-11-19T15:00:00Z", minutes: 60, zone: "UTC", isNear };
  server.answer("GET /api/live", () => json({ v: 1, now, pollSeconds: 30, channels: [], next }));
  for (const other of [
    "GET /functions/v1/youtube-playlist-videos",
    "GET /api/devotionals/en/today",
    "GET /api/bible/v1/votd",
  ]) {
    server.answer(other, unreachable);
  }
  const { container } = renderView(<HomeRoute />, { server });
  await act(() => expect.poll(() => server.to("GET /api/live").length).toBeGreaterThan(0));
  return [...container.querySelectorAll("[data-service], .personal-slot")].map(({ className }) =>
    className === "personal-slot" ? "personal" : "service",
  );
}

it.each([
  [undefined, ["personal", "service"]],
  [true, ["service", "personal"]],
])(
  "with a service that is near (%s) the parts after the channels are %j",
  async (isNear, slots) => {
    expect(await slotsAt(isNear)).toEqual(slots);
  },
);
