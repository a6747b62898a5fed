import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { createFakeServer } from "#tests/support/fake-server.ts";
import { InStudio, STUDIO_TOOLS } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { renderView } from "#tests/support/render-view.tsx";
import type { StudioDeps } from "#web/features/studio/kit/studio-context.ts";
import { OthersHere } from "./others-here.tsx";

const { together } = kitMessages.en;
const NOW = "2026-11-22T10:00:00.000Z";
const idOf = (index: number) => `aaaaaaaa-0000-4000-8000-00000000000${index}`;

/** The line above the fields of a document, with a topic that the test speaks on. */
function open() {
  const topics: string[] = [];
  const said: Readonly<Record<string, string | boolean>>[] = [];
  const ears: Parameters<StudioDeps["joinTopic"]>[1][] = [];
  const leave = vi.fn();
  const joinTopic: StudioDeps["joinTopic"] = (_session, options) => {
    topics.push(options.topic);
    ears.push(options);
    return { say: (payload) => void said.push(payload), leave };
  };
  const shown = renderView(
    <InStudio tools={{ ...STUDIO_TOOLS, joinTopic }}>
      <OthersHere document={{ kind: "announcement", id: "easter" }} />
    </InStudio>,
    { server: createFakeServer() },
  );
  const hear = (userId: string, name: string, isNew = false) =>
    act(() => ears.at(-1)?.onHeard({ userId, name, at: NOW, isNew }));
  const join = () => act(() => ears.at(-1)?.onJoined());
  return { ...shown, topics, said, leave, hear, join };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: Date.parse(NOW) });
  return () => void vi.useRealTimers();
});

test("says who else is here, one, two or more, and not one's own other tabs", () => {
  const { hear, topics } = open();
  expect(topics).toEqual(["studio:announcement:easter"]);
  hear(MEMBER.id, "Ruth Moyo");
  expect(screen.queryByRole("status")).toBeNull();
  hear(idOf(1), "Ann");
  expect(screen.getByText(together.one("Ann"))).toBeDefined();
  hear(idOf(2), "Ben");
  expect(screen.getByText(together.two("Ann", "Ben"))).toBeDefined();
  hear(idOf(3), "Tariro");
  expect(screen.getByText(together.more("Ann", 2))).toBeDefined();
});

test("whoever is silent for 45 seconds is here no more", () => {
  const { hear } = open();
  hear(idOf(1), "Ann");
  act(() => void vi.advanceTimersByTime(44_000));
  expect(screen.getByText(together.one("Ann"))).toBeDefined();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.queryByRole("status")).toBeNull();
});

test("tells its own name on coming, to each newcomer and every 20 seconds, but not from a hidden tab", () => {
  const { hear, join, leave, said, unmount } = open();
  expect(said).toEqual([]);
  join();
  expect(said).toEqual([{ userId: MEMBER.id, name: "Ruth Moyo", at: NOW, isNew: true }]);
  hear(idOf(1), "Ann", true);
  hear(idOf(1), "Ann");
  expect(said).toHaveLength(2);
  expect(said.at(-1)).toMatchObject({ isNew: false });
  act(() => void vi.advanceTimersByTime(20_000));
  expect(said).toHaveLength(3);
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(said).toHaveLength(3);
  hidden.mockRestore();
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(said).toHaveLength(4);
  unmount();
  expect(leave).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(4);
});
