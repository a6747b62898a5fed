import { act, screen } from "@testing-library/react";
import { useQuery } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { FakeSocket } from "#tests/support/fake-socket.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { removeStored, writeStored } from "#web/lib/storage/storage.ts";
import { useSite } from "#web/lib/site.ts";
import { channelOf, liveQuery } from "./live.data.ts";
import { useLiveNews } from "./use-live-news.ts";

function Page() {
  const { api } = useSite();
  const { data } = useQuery(liveQuery(api));
  useLiveNews();
  return <p>{channelOf(data, "english")?.state ?? "unknown"}</p>;
}

function liveServer(): {
  server: ReturnType<typeof createFakeServer>;
  go: (state: string) => void;
} {
  let state = "scheduled";
  const server = createFakeServer();
  server.answer("GET /api/live", () =>
    json({
      v: 1,
      now: "2026-11-19T15:00:00Z",
      pollSeconds: 15,
      channels: [{ id: "english", state, since: null, title: null }],
      next: null,
    }),
  );
  return {
    server,
    go(next) {
      state = next;
    },
  };
}

beforeEach(() => void vi.stubGlobal("WebSocket", FakeSocket));
afterEach(() => {
  removeStored(STORAGE_KEYS.dataSaver.key);
  FakeSocket.opened.length = 0;
});

test("a page that shows channels asks again when the server says that one has changed", async () => {
  const { server, go } = liveServer();
  const { site } = renderView(<Page />, { server });
  await screen.findByText("scheduled");
  const [socket] = FakeSocket.opened;
  expect(socket?.address).toBe(
    `ws://${window.location.host}/realtime/v1/websocket?apikey=${site.publishableKey}&vsn=1.0.0`,
  );
  vi.spyOn(Math, "random").mockReturnValue(0);
  act(() => socket?.open());
  go("live");
  act(() =>
    socket?.say(
      '{"event":"broadcast","payload":{"type":"broadcast","event":"changed","payload":{}}}',
    ),
  );
  await screen.findByText("live");
});

test("no socket is opened while data is saved, nor to a project elsewhere", async () => {
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
