import { act } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Language } from "#shared/languages.ts";
import { createFakeServer, type FakeServer, json } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import { ChannelNote } from "./channel-controls.tsx";

function channelThat(does: object): FakeServer {
  const server = createFakeServer();
  server.answer("GET /api/live", () =>
    json({
      v: 1,
      now: "2026-11-19T15:00:00Z",
      pollSeconds: 12,
      channels: [{ id: "english", state: "rerun", since: null, title: null, ...does }],
      next: null,
    }),
  );
  return server;
}

it.each<[Language, object, string]>([
  ["en", { watching: 120 }, "About 120 watching"],
  ["fr", { watching: 120 }, "Environ 120 spectateurs"],
  ["en", { watching: 1_200, state: "live" }, "Live now · About 1,200 watching"],
  ["fr", { watching: 1_200 }, "Environ 1\u202F200 spectateurs"],
  ["en", { state: "live" }, "Live now"],
  ["en", { state: "down" }, "No signal at the moment"],
  [
    "en",
    { watching: 120, instead: { why: "down", since: "2026-11-19T15:00:00" } },
    "Backup channel since 3:00 PM",
  ],
  [
    "fr",
    { instead: { why: "silent", since: "2026-11-19T15:00:00" } },
    "Chaîne de secours depuis 15:00",
  ],
  ["en", { state: "live", instead: { why: "chosen" } }, "Live now"],
])("in %s a channel with %j shows %s", async (language, does, words) => {
  const { container } = renderView(<ChannelNote id="english" isAlone />, {
    language,
    server: channelThat(does),
  });
  await expect.poll(() => textOf(container)).toBe(words);
});

it.each([
  {},
  { state: "unknown" },
  { state: "scheduled" },
  { state: "offline", instead: { why: "off" } },
])("a channel with %j needs no note", async (does) => {
  const server = channelThat(does);
  const { container } = renderView(<ChannelNote id="english" isAlone />, { server });
  await expect.poll(() => server.requests.length).toBe(1);
  await act(() => Promise.resolve());
  expect(textOf(container)).toBe("");
});
