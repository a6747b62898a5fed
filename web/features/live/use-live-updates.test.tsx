import { act, screen } from "@testing-library/react";
import { useQuery } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { FakeSocket } from "#tests/support/fake-socket.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { removeStored, writeStored } from "#web/lib/storage/storage.ts";
import { useSite } from "#web/lib/site.ts";
import { channelOf, liveQuery } from "./live.data.ts";
import { useLiveUpdates } from "./use-live-updates.ts";

function Page() {
  const { api } = useSite();
  const { data } = useQuery(liveQuery(api));
  useLiveUpdates();
  return <p>{channelOf(data, "english")?.state ?? "unknown"}</p>;
}

const statusOf = (state: string) => ({
  v: 1,
  now: "2026-11-19T15:00:00Z",
  pollSeconds: 15,
  channels: [{ id: "english", state, since: null, title: null, source: "abc" }],
  next: null,
});

/** Socket message about a channel's changed state. */
const updateOf = (state: string): string =>
  JSON.stringify({
    event: "broadcast",
    payload: { type: "broadcast", event: "changed", payload: statusOf(state) },
  });

function liveServer(): {
  server: ReturnType<typeof createFakeServer>;
  go: (state: string) => void;
} {
  let state = "scheduled";
  const server = createFakeServer();
  server.answer("GET /api/live", () => json(statusOf(state)));
  return {
    server,
    go(next) {
      state = next;
    },
  };
}

/** Waits for the socket that the page opens once its code is loaded. */
async function openedSocket(count = 1): Promise<FakeSocket> {
  await vi.waitFor(() => expect(FakeSocket.opened).toHaveLength(count));
  const socket = FakeSocket.opened[count - 1];
  if (socket === undefined) throw new Error("It was counted.");
  return socket;
}

function turnAway(isHidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

beforeEach(() => void vi.stubGlobal("WebSocket", FakeSocket));
afterEach(() => {
  removeStored(STORAGE_KEYS.dataSaver.key);
  FakeSocket.opened.length = 0;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("a page with channels takes the server's states without a request", async () => {
  const { server } = liveServer();
  const { site } = renderView(<Page />, { server });
  await screen.findByText("scheduled");
  const socket = await openedSocket();
  expect(socket.address).toBe(
    `ws://${window.location.host}/realtime/v1/websocket?apikey=${site.publishableKey}&vsn=1.0.0`,
  );
  const asked = server.requests.length;
  act(() => socket.open());
  act(() => socket.say(updateOf("live")));
  await screen.findByText("live");
  expect(server.requests).toHaveLength(asked);
});

it("a page hidden for half a minute has no socket, and refetches when it is shown again", async () => {
  const { server, go } = liveServer();
  renderView(<Page />, { server });
  await screen.findByText("scheduled");
  const first = await openedSocket();
  act(() => first.open());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  turnAway(true);
  act(() => void vi.advanceTimersByTime(29_000));
  turnAway(false);
  act(() => void vi.advanceTimersByTime(2_000));
  expect(first.isClosed).toBe(false);
  turnAway(true);
  act(() => void vi.advanceTimersByTime(30_000));
  expect(first.isClosed).toBe(true);
  vi.useRealTimers();
  go("live");
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
  turnAway(false);
  await screen.findByText("live");
  await openedSocket(2);
});

it("no socket is opened while data is saved, nor to an external project", async () => {
  writeStored(STORAGE_KEYS.dataSaver, "on");
  const saving = renderView(<Page />, { server: liveServer().server });
  await screen.findByText("scheduled");
  saving.unmount();
  removeStored(STORAGE_KEYS.dataSaver.key);
  const elsewhere = { backendUrl: "https://project.example" };
  renderView(<Page />, { server: liveServer().server, site: elsewhere });
  await screen.findByText("scheduled");
  expect(FakeSocket.opened).toEqual([]);
});
