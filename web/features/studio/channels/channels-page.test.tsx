import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { signInMember } from "#tests/support/member-session.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { serveStudio } from "#tests/support/studio-server.ts";
import { descriptionOf } from "#tests/support/view-actions.ts";
import { ChannelsPage } from "./channels-page.tsx";

const { en } = channelsMessages;
const ENGLISH = "Live Stream English";
const FRENCH = "Live Stream French";
const STREAM = { kind: "hls", url: "https://stream.example.org/live.m3u8" } as const;
const FILE = testMinistry().channels;
const PLAYER = "https://player.example.org/embed/7";

type Options = {
  documents?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  status?: Partial<LiveStatus["channels"][number]> | undefined;
  at?: string;
};

async function open({ documents = {}, status = {}, at = "/studio/channels" }: Options = {}) {
  const server = createFakeServer();
  await signInMember(server);
  const studio = serveStudio(server, { documents });
  const studioChannels: StudioChannels = {
    file: FILE,
    health: { english: { source: "down", fallback: "live" } },
    lineups: ["english", "french"],
    posters: [{ value: "clip-one", label: "Clip One", picture: "/img/clip/clip-one" }],
  };
  server.answer("GET /api/studio/channels", () => json(studioChannels));
  const channel = { state: "rerun", since: null, title: null, ...status };
  server.answer("GET /api/live", () =>
    json({
      v: 1,
      now: "2026-11-22T09:30:00Z",
      pollSeconds: 9_000,
      channels: [
        { id: "english", ...channel },
        { id: "french", state: "rerun", since: null, title: null },
      ],
      next: null,
    }),
  );
  server.answer("POST /rest/v1/rpc/studio_preview", () => json("token-of-a-preview"));
  const view = renderView(
    <InStudio>
      <ChannelsPage />
    </InStudio>,
    { server, at },
  );
  await screen.findByRole("heading", { level: 1 });
  const press = (name: string | RegExp) => view.user.click(screen.getByRole("button", { name }));
  return { ...view, studio, press, server };
}

const act1 = (text: string, name = ENGLISH): string => en.acts.of(text, name);

function paste(text: string): void {
  fireEvent.change(screen.getByLabelText(en.paste.label), { target: { value: text } });
}

describe("the list of channels", () => {
  it.each<[string, Options["status"], string]>([
    ["our own programme", {}, en.live.rerun],
    ["a switch", { instead: { why: "chosen" } }, en.live.chosen],
    ["a dead source", { instead: { why: "down", since: "2026-11-22T10:42:00" } }, "10:42"],
    ["off air", { state: "offline", instead: { why: "off" } }, en.live.off],
  ])("describes the current programme with %s", async (_what, status, text) => {
    await open({ status });
    const card = screen.getByRole("region", { name: ENGLISH });
    expect(await within(card).findByText((shown) => shown.includes(text))).toBeDefined();
  });

  it("switches to the back-up and back in one tap each, with undo", async () => {
    const { press, studio } = await open({
      documents: { "channel/english": { fallback: STREAM } },
    });
    expect(screen.getByText(/stream.example.org: sending/)).toBeDefined();
    await press(act1(en.acts.toBackup));
    await screen.findByText(en.done.toBackup(ENGLISH));
    expect(studio.bodyOf("channel", "english")).toMatchObject({ use: "fallback", isOffAir: false });
    await screen.findByRole("button", { name: act1(en.acts.toSource) });
    await press(kitMessages.en.act.undo);
    await screen.findByText(kitMessages.en.act.undone);
    expect(studio.bodyOf("channel", "english")).toEqual({ fallback: STREAM });
    await press(act1(en.acts.toBackup));
    await screen.findByRole("button", { name: act1(en.acts.toSource) });
    await press(act1(en.acts.toSource));
    await screen.findByRole("button", { name: act1(en.acts.toBackup) });
    expect(studio.bodyOf("channel", "english")).toMatchObject({ use: "source" });
  });

  it("takes a channel off air and puts it on again", async () => {
    const { press, studio } = await open();
    await press(act1(en.acts.takeOff));
    await screen.findByText(en.done.takenOff(ENGLISH));
    expect(studio.bodyOf("channel", "english")).toEqual({ isOffAir: true });
    await screen.findByRole("button", { name: act1(en.acts.putOn) });
    await press(act1(en.acts.putOn));
    await screen.findByText(en.done.putOn(ENGLISH));
    expect(studio.bodyOf("channel", "english")).toEqual({ isOffAir: false });
  });

  it("reports a conflict and changes nothing", async () => {
    const { press, studio } = await open();
    studio.publish("channel", "english", { isOffAir: true });
    await press(act1(en.acts.takeOff));
    expect(await screen.findByText(kitMessages.en.act.conflictTitle)).toBeDefined();
  });

  it("shows a hidden channel again and moves a channel up", async () => {
    const { press, studio } = await open({ documents: { "channel/french": { isHidden: true } } });
    expect(screen.getByText(en.live.hidden)).toBeDefined();
    await press(act1(en.acts.show, FRENCH));
    await screen.findByText(en.done.shown(FRENCH));
    await press(en.acts.of(en.acts.up, FRENCH));
    await screen.findByText(en.done.moved(FRENCH));
    expect(studio.bodyOf("channel", "french")).toMatchObject({ position: 0 });
    expect(studio.bodyOf("channel", "english")).toEqual({ position: 1 });
  });
});

describe("switching to a link", () => {
  it("names the hosts, plays a test and keeps the previous source as the back-up", async () => {
    const { press, studio, server } = await open();
    await press(act1(en.acts.toLink));
    paste(`<iframe src="${PLAYER}" onload="alert(1)"></iframe>`);
    expect(screen.getByText(en.kinds.iframe("player.example.org"))).toBeDefined();
    await press(en.test.start);
    const frame = await screen.findByTitle(en.test.title);
    expect(frame.getAttribute("src")).toContain(
      "/embed/channel/english?preview=token-of-a-preview",
    );
    const source = { kind: "iframe", url: PLAYER, hosts: ["player.example.org"] };
    const preview = server.requests.find(({ path }) => path.endsWith("/studio_preview"));
    expect(preview?.body).toMatchObject({ p_kind: "channel", p_id: "english", p_body: { source } });
    expect(studio.bodyOf("channel", "english")).toBeNull();
    await press(en.switchDialog.allowAndSwitch("player.example.org"));
    await screen.findByText(en.done.toLink(ENGLISH));
    expect(studio.bodyOf("channel", "english")).toEqual({
      source,
      fallback: FILE["english"]?.source,
      use: "source",
      isOffAir: false,
    });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it.each<[string, keyof typeof en.paste.faults]>([
    ["", "empty"],
    ["javascript:alert(1)", "notALink"],
    ["http://stream.example.org/live.m3u8", "notHttps"],
    ["https://10.0.0.7/live.m3u8", "privateHost"],
    ["rtmp://a.example.org/key", "forEncoders"],
    ["<script>alert(1)</script>", "ownScript"],
  ])("shows what is wrong with %s at the field and keeps it", async (text, error) => {
    const { press, studio } = await open();
    await press(act1(en.acts.toLink));
    paste(text);
    await press(en.switchDialog.switchNow);
    const field = screen.getByLabelText(en.paste.label);
    expect(descriptionOf(field)).toContain(en.paste.faults[error]);
    expect(field).toHaveProperty("value", text);
    expect(studio.bodyOf("channel", "english")).toBeNull();
  });
});

describe("the page of a channel", () => {
  const at = "/studio/channels/english";

  it("publishes another back-up and its delay", async () => {
    const { press, studio } = await open({ at });
    const backup = await screen.findByRole("region", { name: en.backup });
    act(() => within(backup).getByRole("button", { name: en.edit.change }).click());
    paste(STREAM.url);
    await press(en.edit.allowAndUse("stream.example.org"));
    fireEvent.change(screen.getByLabelText(en.edit.after), { target: { value: "45" } });
    await press(kitMessages.en.save.publish);
    await screen.findByText(kitMessages.en.save.published);
    expect(studio.bodyOf("channel", "english")).toEqual({
      fallback: STREAM,
      fallbackAfterSeconds: 45,
    });
  });

  it("shows an invalid number at its field", async () => {
    const { press, studio } = await open({ at });
    const seconds = await screen.findByLabelText(en.edit.after);
    fireEvent.change(seconds, { target: { value: "1" } });
    await press(kitMessages.en.save.publish);
    expect(await screen.findByText(kitMessages.en.faults.tooLow(10))).toBeDefined();
    expect(seconds).toHaveProperty("value", "1");
    expect(studio.bodyOf("channel", "english")).toBeNull();
  });

  it("selects a programme of the site and an image", async () => {
    const { press, studio } = await open({ at });
    const source = await screen.findByRole("region", { name: en.source });
    act(() => within(source).getByRole("button", { name: en.edit.change }).click());
    fireEvent.change(screen.getByLabelText(en.edit.ownProgramme), { target: { value: "french" } });
    fireEvent.change(screen.getByLabelText(en.edit.poster), { target: { value: "clip-one" } });
    await press(kitMessages.en.save.publish);
    await screen.findByText(kitMessages.en.save.published);
    expect(studio.bodyOf("channel", "english")).toEqual({
      source: { kind: "linear", lineupId: "french" },
      poster: "clip-one",
    });
  });

  it("restores the file's values, with undo", async () => {
    const { press, studio, address } = await open({
      at,
      documents: { "channel/english": { isOffAir: true } },
    });
    await screen.findByLabelText(en.edit.after);
    await press(en.edit.resetChannel);
    const dialog = screen.getByRole("dialog");
    act(() => within(dialog).getByRole("button", { name: en.edit.resetChannel }).click());
    await screen.findByText(en.done.reset(ENGLISH));
    expect(studio.bodyOf("channel", "english")).toBeNull();
    expect(address()).toBe("/studio/channels");
  });
});

it("says that the site accepts no more channels", async () => {
  const { press, server } = await open();
  const error = { code: "54000", message: "There are 50 of these at most: remove one first" };
  server.answer("POST /rest/v1/rpc/studio_publish", () => json(error, 500));
  await press(act1(en.acts.takeOff));
  expect(await screen.findByText(kitMessages.en.act.failure.full)).toBeDefined();
});

describe("a new channel", () => {
  it.each([
    ["Prayer_Room", en.addDialog.wrong],
    ["", en.addDialog.wrong],
    ["english", en.addDialog.taken],
  ])("rejects the id %j", async (id, text) => {
    const { press } = await open();
    await press(en.add);
    fireEvent.change(screen.getByLabelText(en.addDialog.label), { target: { value: id } });
    await press(en.addDialog.go);
    expect(screen.getByText(text)).toBeDefined();
  });

  it("requires a name in one language, a language and a source, and is published with them", async () => {
    const { press, studio, address } = await open();
    await press(en.add);
    fireEvent.change(screen.getByLabelText(en.addDialog.label), { target: { value: " Práyer " } });
    await press(en.addDialog.go);
    expect(address()).toBe("/studio/channels/prayer");
    await screen.findByLabelText(en.paste.label);
    paste(STREAM.url);
    await press(en.edit.allowAndUse("stream.example.org"));
    await press(kitMessages.en.save.publish);
    expect(await screen.findByText(kitMessages.en.save.checkTitle)).toBeDefined();
    fireEvent.change(screen.getByLabelText("Name (Français)"), { target: { value: "Prière" } });
    fireEvent.click(screen.getByLabelText("Français"));
    await press(kitMessages.en.save.publish);
    await screen.findByText(kitMessages.en.save.published);
    expect(studio.bodyOf("channel", "prayer")).toEqual({
      name: { en: "", fr: "Prière" },
      language: "fr",
      source: STREAM,
    });
  });
});
