import { act, screen, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import { broadcastMessages } from "#shared/messages/studio/broadcast.ts";
import type { StudioIngest, StudioRecordings } from "#shared/studio/studio-ingest.ts";
import { BROADCAST, NO_BROADCAST } from "#tests/support/broadcast-fixture.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { ownVideo } from "#tests/support/own-video-fixture.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { serveStudio } from "#tests/support/studio-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { BroadcastCard } from "./broadcast-card.tsx";
import { broadcastFacts, checkResultText } from "./broadcast-facts.domain.ts";
import { sendingChannel } from "./go-live/sending-channel.ts";
import { RecordingsCard } from "./recordings-card.tsx";

const { en, fr } = broadcastMessages;
const KEY = "0123456789abcdef0123456789abcdef";
const SET_UP = { ...NO_BROADCAST, acceptsEncoders: true };
async function open(ingest: StudioIngest, isOwn = true) {
  const server = createFakeServer();
  await signInMember(server);
  const studio = serveStudio(server, {});
  const calls: { name: string; body: unknown }[] = [];
  let current = ingest;
  server.answer("GET /api/studio/ingest/english", () => json(current));
  const become = (next: StudioIngest): void => void (current = next);
  for (const name of [
    "studio_accept_encoders",
    "studio_new_stream_key",
    "studio_remove_stream_key",
    "studio_stop_broadcast",
    "studio_mark_chapter",
    "studio_name_chapter",
    "studio_remove_chapter",
  ]) {
    server.answer(`POST /rest/v1/rpc/${name}`, ({ body }) => {
      calls.push({ name, body });
      return json(name === "studio_new_stream_key" ? KEY : null);
    });
  }
  const file = testMinistry().channels["english"] ?? {};
  const body = { ...file, ...(isOwn && { source: { kind: "ingest" } as const }) };
  const view = renderView(
    <InStudio>
      <BroadcastCard channel={{ id: "english", body, file, version: 0 }} />
    </InStudio>,
    { server, at: "/studio/channels/english" },
  );
  await screen.findByText(en.setUp);
  const press = (name: string | RegExp) => view.user.click(screen.getByRole("button", { name }));
  return { ...view, server, press, calls, studio, become };
}

describe("the card of a channel's broadcasts", () => {
  it("says that the operator wants no encoders", async () => {
    await open({ ...NO_BROADCAST, rtmpUrl: null });
    expect(screen.getByText(en.noPort)).toBeDefined();
    expect(screen.getByText(en.states.none)).toBeDefined();
    expect(screen.queryByRole("switch")).toBeNull();
  });

  it("accepts encoders in one tap, and asks before it refuses them", async () => {
    const { user, calls, become } = await open(NO_BROADCAST);
    expect(screen.queryByRole("button", { name: en.makeKey })).toBeNull();
    become({ ...SET_UP, portProblem: "in-use" });
    await user.click(screen.getByRole("switch", { name: en.accept }));
    await screen.findByText(en.portProblems["in-use"]);
    await user.click(screen.getByRole("switch", { name: en.accept, checked: true }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(en.refuseText)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: en.refuse }));
    await screen.findByText(en.noLonger);
    const name = "studio_accept_encoders";
    expect(calls).toEqual([
      { name, body: { p_accepts: true } },
      { name, body: { p_accepts: false } },
    ]);
  });

  it("shows the server, makes a key, shows it once and asks before it makes another", async () => {
    const { press, calls } = await open(SET_UP);
    expect(screen.getByLabelText(en.server)).toHaveProperty("value", SET_UP.rtmpUrl);
    await press(en.makeKey);
    expect(await screen.findByLabelText(en.key)).toHaveProperty("value", KEY);
    await press(en.newKey);
    const dialog = screen.getByRole("dialog");
    expect(within(dialog).getByText(en.newKeyText)).toBeDefined();
    expect(calls).toHaveLength(1);
    await within(dialog)
      .findByRole("button", { name: en.newKey })
      .then((button) => button.click());
    await expect.poll(() => calls.length).toBe(2);
    expect(calls[1]).toEqual({ name: "studio_new_stream_key", body: { p_channel: "english" } });
  });

  it("does not call a broadcast on air that the channel does not show, and shows it in one tap", async () => {
    const { press, studio } = await open({ ...SET_UP, broadcast: BROADCAST }, false);
    expect(screen.getByText(en.states.notShown)).toBeDefined();
    await press(en.show);
    await expect
      .poll(() => studio.bodyOf("channel", "english"))
      .toMatchObject({ source: { kind: "ingest" }, fallback: { kind: "linear" }, use: "source" });
  });

  it("tells what arrives and what is wrong, marks and names chapters, and ends the broadcast", async () => {
    const { press, calls, user } = await open({ ...SET_UP, watching: 120, broadcast: BROADCAST });
    expect(screen.getByText("1280 × 720, 25 fps")).toBeDefined();
    expect(screen.getByText("300 Mbit/s")).toBeDefined();
    expect(screen.getByText(en.checkResults["key-frame-interval"]("8.3"))).toBeDefined();
    expect(screen.getByText(en.checkResults["unsupported-audio"]("Opus"))).toBeDefined();
    expect(screen.getByDisplayValue("Sermon")).toBeDefined();
    await press(en.mark);
    await screen.findByText(en.marked);
    const name = screen.getByDisplayValue("Sermon");
    await user.clear(name);
    await user.type(name, "Prayer");
    await user.tab();
    await screen.findByText(en.named);
    await press(en.stop);
    await within(screen.getByRole("dialog"))
      .findByRole("button", { name: en.stop })
      .then((button) => button.click());
    await screen.findByText(en.stopped);
    expect(calls.map(({ name, body }) => [name, body])).toEqual([
      ["studio_mark_chapter", { p_broadcast: 7, p_title: "" }],
      ["studio_name_chapter", { p_chapter: 3, p_title: "Prayer" }],
      ["studio_stop_broadcast", { p_broadcast: 7 }],
    ]);
  });

  it("speaks of no encoder to those who film, and leaves the end to the camera of this device", async () => {
    const broadcast = { ...BROADCAST, via: "browser" } as const;
    const { press } = await open({ ...SET_UP, broadcast });
    await press(en.stop);
    expect(within(screen.getByRole("dialog")).getByText(en.stopText.browser)).toBeDefined();
    act(() => sendingChannel.set("english"));
    onTestFinished(() => sendingChannel.set(null));
    expect(screen.getAllByRole("button", { name: en.stop })).toHaveLength(1);
  });

  it("leads from the end of a broadcast to the page on which its recording is published", async () => {
    const { press, server, become, address } = await open({ ...SET_UP, broadcast: BROADCAST });
    const facts = { startedAt: "2026-11-22T09:00:00Z", seconds: 5_400, bytes: 2.1e9, server: null };
    const recordings = ["70-abc", "7-abc"].map((id) => ({ id, ...facts }));
    server.answer("GET /api/studio/ingest/english/recordings", () => json({ recordings }));
    server.answer("POST /api/studio/own-videos/from-recording", () => json(ownVideo()));
    expect(screen.queryByText(en.ended.text)).toBeNull();
    become(SET_UP);
    await press(en.stop);
    const confirm = within(screen.getByRole("dialog")).getByRole("button", { name: en.stop });
    confirm.click();
    await screen.findByText(en.ended.recorded);
    await press(/^Make a sermon/);
    await expect.poll(address).toBe(`/studio/own-videos/${ownVideo().id}`);
    const [made] = server.to("POST /api/studio/own-videos/from-recording");
    expect(made?.body).toMatchObject({ channel: "english", recording: "7-abc" });
  });

  it("says that the recording has ended, and why an encoder was refused", async () => {
    const rejection = { reason: "wrong-key", at: "2026-11-22T09:25:00Z" } as const;
    await open({ ...SET_UP, rejection, broadcast: { ...BROADCAST, recordingProblem: "disk" } });
    expect(screen.getByText(en.recordingProblem.disk)).toBeDefined();
    expect(screen.getByText(/wrong key/)).toBeDefined();
  });
});

it("lists recordings with their sizes, and deletes one after a question", async () => {
  const server = createFakeServer();
  await signInMember(server);
  serveStudio(server, {});
  const recording = {
    id: "7-abc",
    startedAt: "2026-11-22T09:00:00Z",
    seconds: 5_400,
    bytes: 2.1e9,
    server: null,
  };
  const other = { ...recording, id: "6-abc", bytes: null, seconds: 60, server: "tv2" };
  let recordings: StudioRecordings["recordings"] = [recording, other];
  server.answer("GET /api/studio/ingest/english/recordings", () => json({ recordings }));
  server.answer("DELETE /api/studio/ingest/english/recordings/7-abc", () => {
    recordings = [other];
    return json({ recordings });
  });
  const { user } = renderView(
    <InStudio>
      <RecordingsCard channelId="english" />
    </InStudio>,
    { server, at: "/studio/channels/english" },
  );
  expect(await screen.findByText("90 min · 2.1 GB")).toBeDefined();
  expect(screen.getByText("1 min · on the server tv2")).toBeDefined();
  const [first] = screen.getAllByRole("button", { name: /^Delete the recording: / });
  if (first) await user.click(first);
  const dialog = screen.getByRole("dialog");
  expect(within(dialog).getByText(/frees 2.1 GB/)).toBeDefined();
  await user.click(within(dialog).getByRole("button", { name: en.kept.deleteTitle }));
  await screen.findByText(en.kept.deleted);
  expect(screen.queryByText("90 min · 2.1 GB")).toBeNull();
});

it("offers to make a sermon of a recording to those who may publish videos", async () => {
  const server = createFakeServer();
  await signInMember(server);
  serveStudio(server, {});
  const recordings = [
    {
      id: "7-abc",
      startedAt: "2026-11-22T09:00:00Z",
      seconds: 5_400,
      bytes: 2.1e9,
      server: null,
    },
  ];
  server.answer("GET /api/studio/ingest/english/recordings", () => json({ recordings }));
  server.answer("POST /api/studio/own-videos/from-recording", () => json(ownVideo()));
  const { user, address } = renderView(
    <InStudio>
      <RecordingsCard channelId="english" />
    </InStudio>,
    { server, at: "/studio/channels/english" },
  );
  await user.click(await screen.findByRole("button", { name: /^Make a sermon/ }));
  await expect.poll(address).toBe(`/studio/own-videos/${ownVideo().id}`);
});

it("words numbers as the reader's language does", () => {
  const checkResult = { id: "key-frame-interval", seconds: 8.32 } as const;
  expect(checkResultText(checkResult, fr, "fr")).toContain("8,3\u00a0s");
  const facts = broadcastFacts({ ...SET_UP, watching: 3, broadcast: BROADCAST }, fr, "fr");
  expect(facts.map(({ text }) => text)).toContain("7,5 Mbit/s");
  expect([fr, en].map(({ facts: { every } }) => every("1"))).toEqual([
    "chaque seconde",
    "every second",
  ]);
});
