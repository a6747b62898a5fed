import { act, screen, waitFor } from "@testing-library/react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import { createFakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { installWorkers } from "#tests/support/fake-service-worker.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { testSiteFacts } from "#tests/support/site-fixture.ts";
import { liveQuery } from "#web/features/live/live.data.ts";
import { playlistQuery } from "#web/features/videos/playlist.data.ts";
import { serverAheadMs } from "#web/lib/clock.ts";
import { useSite, setCurrentSite, useRenewedSite } from "#web/lib/site.ts";
import {
  useRetryWhenOnline,
  useScheduledAnnouncement,
  useSiteUpdates,
} from "./use-background-updates.ts";

function Page() {
  const { api } = useSite();
  useQuery(liveQuery(api));
  useSiteUpdates();
  return <p>{useRenewedSite(useSite()).ministry.name}</p>;
}

/** A live status at a time by the server's clock. */
const statusAt = (now: Date, site = "test") => ({
  v: 1,
  now: now.toISOString(),
  site,
  pollSeconds: 12,
  channels: [],
  next: null,
});

/** A server whose live status names a revision of the site. */
function serverAt(revision: string) {
  const server = createFakeServer();
  server.answer("GET /api/live", () => json(statusAt(new Date(), revision)));
  return server;
}

const asked = (server: ReturnType<typeof createFakeServer>) => server.to("GET /api/site").length;

it("a page of the current revision, or one in preview, fetches nothing", async () => {
  const { revision } = testSiteFacts();
  const server = serverAt(revision);
  renderView(<Page />, { server });
  await waitFor(() => expect(server.requests).toHaveLength(1));

  const previewed = serverAt("changed");
  const preview = { kind: "ministry", id: "ministry", body: {} };
  renderView(<Page />, { server: previewed, site: { preview } });
  await waitFor(() => expect(previewed.requests).toHaveLength(1));
  expect([asked(server), asked(previewed)]).toEqual([0, 0]);
});

it("a studio change is fetched once and shown", async () => {
  onTestFinished(() => setCurrentSite(null));
  const server = serverAt("changed");
  const facts = testSiteFacts();
  const renamed = {
    ...facts,
    revision: "changed",
    ministry: { ...facts.ministry, name: "New Name" },
  };
  server.answer("GET /api/site", () => json(renamed));
  renderView(<Page />, { server });
  await screen.findByText("New Name");
  expect(asked(server)).toBe(1);
});

function Announced() {
  useScheduledAnnouncement();
  const { announcements = [] } = useRenewedSite(useSite()).ministry;
  return <p>{announcements.map(({ text }) => text).join()}</p>;
}

/** Sets the time of the device, and the middle of random delays: the clock goes on while a test runs. */
function startClock(now: number): void {
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  onTestFinished(() => {
    setCurrentSite(null);
    vi.useRealTimers();
  });
}

/** A response takes as long as the machine needs, however far the clock is moved. */
const knowsServerTime = () => waitFor(() => expect(serverAheadMs()).not.toBeNaN());

it("an open page fetches a scheduled announcement at its time, and retries until it is there", async () => {
  startClock(Date.parse("2026-11-26T10:00:00Z"));
  const server = createFakeServer();
  const { ministry, ...facts } = testSiteFacts();
  const nextAnnouncementAt = "2026-11-26T12:00:00Z";
  let answer: object = { ...facts, ministry, nextAnnouncementAt };
  server.answer("GET /api/site", () => json(answer));
  server.answer("GET /api/live", () => json(statusAt(new Date())));
  renderView(<Announced />, { server, site: { nextAnnouncementAt } });
  await knowsServerTime();
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000 - 1_000);
  expect(asked(server)).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(asked(server)).toBe(1));
  answer = {
    ...facts,
    ministry: {
      ...ministry,
      announcements: [{ key: "choir.1", severity: "info", text: { en: "Choir tonight" } }],
    },
  };
  await vi.advanceTimersByTimeAsync(60_000);
  await screen.findByText("Choir tonight");
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked(server)).toBe(2);
});

it.each([2, -2])(
  "on a device whose clock is %d hours ahead, it fetches at the server's time",
  async (hours) => {
    const aheadMs = hours * 60 * 60_000;
    startClock(Date.parse("2026-11-26T10:00:00Z") + aheadMs);
    const server = createFakeServer();
    const nextAnnouncementAt = "2026-11-26T12:00:00Z";
    server.answer("GET /api/site", () => json({ ...testSiteFacts(), nextAnnouncementAt }));
    server.answer("GET /api/live", () => json(statusAt(new Date(Date.now() - aheadMs))));
    renderView(<Announced />, { server, site: { nextAnnouncementAt } });
    await knowsServerTime();
    await vi.advanceTimersByTimeAsync(2 * 60 * 60_000 - 60_000);
    expect(asked(server)).toBe(0);
    await vi.advanceTimersByTimeAsync(130_000);
    await waitFor(() => expect(asked(server)).toBeGreaterThan(0));
  },
);

function Lists() {
  const { api } = useSite();
  useRetryWhenOnline();
  const [missing, known] = useQueries({
    queries: [playlistQuery(api, "missing"), playlistQuery(api, "known")].map((query) => ({
      ...query,
      retry: false,
    })),
  });
  return <p>{`${missing?.status}, ${known?.status}`}</p>;
}

it("a list that failed while the server was away loads when it responds again; a known one does not", async () => {
  const workers = installWorkers();
  const server = createFakeServer();
  const list = "GET /functions/v1/youtube-playlist-videos";
  let isAway = true;
  server.answer(list, ({ search }) =>
    isAway && search.get("playlistId") === "missing"
      ? unreachable()
      : json({ videos: [], source: "bundled", fetchedAt: "2026-11-26T12:00:00Z", stale: false }),
  );
  renderView(<Lists />, { server });
  await screen.findByText("error, success");
  act(() => workers.say({ isReachable: false }));
  isAway = false;
  act(() => workers.say({ isReachable: true }));
  await screen.findByText("success, success");
  expect(server.to(list)).toHaveLength(3);
});
