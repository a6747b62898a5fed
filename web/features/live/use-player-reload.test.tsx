import { act, screen } from "@testing-library/react";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { expect, it } from "vitest";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { useSite } from "#web/lib/site.ts";
import type { PlayerStatus } from "./player-status.ts";
import { liveQuery } from "./live.data.ts";
import { usePlayerReload } from "./channel-frame.tsx";

const statusOf = (does: object) => ({
  v: 1,
  now: "2026-11-19T15:00:00Z",
  pollSeconds: 9_000,
  channels: [{ id: "english", state: "down", since: null, title: null, source: "abcd", ...does }],
  next: null,
});

type PlayerProps = { state: PlayerStatus["state"]; onClient: (client: QueryClient) => void };

function Player({ state, onClient }: PlayerProps) {
  const client = useQueryClient();
  useEffect(() => onClient(client), [client, onClient]);
  const { data } = useQuery(liveQuery(useSite().api));
  return (
    <>
      <p>loads: {usePlayerReload("english", state)}</p>
      <output>{JSON.stringify(data?.channels[0])}</output>
    </>
  );
}

/** Number of reloads of a player in a state when its channel goes through these states. */
async function loadsAfter(
  state: PlayerStatus["state"],
  changes: readonly object[],
): Promise<string> {
  const server = createFakeServer();
  server.answer("GET /api/live", () => json(statusOf({})));
  let client: QueryClient | null = null;
  const onClient = (given: QueryClient): void => {
    client = given;
  };
  renderView(<Player state={state} onClient={onClient} />, { server });
  const tell = (does: object): unknown => client?.setQueryData(["live"], statusOf(does));
  await expect.poll(() => server.requests.length).toBe(1);
  for (const does of [{}, ...changes]) {
    act(() => void tell(does));
    const shown = JSON.stringify(statusOf(does).channels[0]);
    await expect.poll(() => screen.getByRole("status").textContent).toBe(shown);
  }
  return screen.getByText(/^loads/).textContent;
}

it.each<[string, PlayerStatus["state"], readonly object[], number]>([
  ["in trouble, when its channel comes on the air", "interrupted", [{ state: "live" }], 1],
  ["in trouble, each time", "interrupted", [{ state: "rerun" }, {}, { state: "live" }], 2],
  ["in trouble, not while its channel stays away", "interrupted", [{ state: "scheduled" }], 0],
  ["that plays, not when its channel comes on the air", "playing", [{ state: "live" }], 0],
  ["that plays, when its pictures come from elsewhere", "playing", [{ source: "efgh" }], 1],
  ["that plays, not when the server forgets to say", "playing", [{ source: undefined }], 0],
])("a player reloads %s", async (_when, state, changes, loads) => {
  expect(await loadsAfter(state, changes)).toBe(`loads: ${loads}`);
});
