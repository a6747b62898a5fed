import { act, screen } from "@testing-library/react";
import { useQuery } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  createFakeServer,
  type FakeServer,
  json,
  unreachable,
} from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { useSite } from "#web/lib/site.ts";
import { liveQuery } from "./live.data.ts";
import { useViewerHeartbeat } from "./use-viewer-heartbeat.ts";

const HEARTBEAT_PATH = "POST /functions/v1/watch-pulse";

function Player({ isPlaying }: { isPlaying: boolean }) {
  const { api } = useSite();
  const { data } = useQuery(liveQuery(api));
  useViewerHeartbeat("english", isPlaying);
  return data ? <p>known</p> : null;
}

/** A server that samples one of `pulseShare` players and numbers its passes. */
function askingServer(pulseShare: number | undefined): FakeServer {
  const server = createFakeServer();
  let passes = 0;
  server.answer("GET /api/live", () =>
    json({
      v: 1,
      now: "2026-11-19T15:00:00Z",
      pollSeconds: 9_000,
      channels: [],
      next: null,
      pulseShare,
    }),
  );
  server.answer(HEARTBEAT_PATH, () => {
    passes += 1;
    return json({ pass: `pass-${passes}`, share: 1, seconds: 60 });
  });
  return server;
}

async function play(server: FakeServer, isPlaying = true): Promise<void> {
  renderView(<Player isPlaying={isPlaying} />, { server });
  await screen.findByText("known");
}

async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    await act(() => vi.advanceTimersByTimeAsync(60_000));
  }
}

const saidTo = (server: FakeServer): unknown[] => server.to(HEARTBEAT_PATH).map(({ body }) => body);

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

it("a playing player sends a heartbeat once a minute, each time with the previous pass", async () => {
  const server = askingServer(1);
  await play(server);
  await pass(3);
  expect(saidTo(server)).toEqual([
    { channel: "english", pass: null },
    { channel: "english", pass: "pass-1" },
    { channel: "english", pass: "pass-2" },
  ]);
  const [first] = server.to(HEARTBEAT_PATH);
  expect(first?.headers.get("authorization")).toBeNull();
  expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, ""]);
});

it("starts a new pass after a failure", async () => {
  const server = askingServer(1);
  await play(server);
  await pass(1);
  server.answer(HEARTBEAT_PATH, unreachable);
  await pass(1);
  server.answer(HEARTBEAT_PATH, () => json({ pass: 7 }));
  await pass(1);
  await pass(1);
  expect(saidTo(server).slice(1)).toEqual([
    { channel: "english", pass: "pass-1" },
    { channel: "english", pass: null },
    { channel: "english", pass: null },
  ]);
});

it.each([
  ["is paused", 1, false, {}],
  ["saves data", 1, true, { dataSaver: "on" }],
  ["is not one of those that are asked", 1e12, true, {}],
  ["is not in the sample", 0, true, {}],
  ["has a server that does not count", undefined, true, {}],
])("a player that %s sends nothing", async (_what, share, isPlaying, stored) => {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  const server = askingServer(share);
  await play(server, isPlaying);
  await pass(3);
  expect(saidTo(server)).toEqual([]);
});
