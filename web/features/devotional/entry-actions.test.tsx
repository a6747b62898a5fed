import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi, afterEach } from "vitest";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { nowListening, stopListening } from "#web/base/audio/now-listening.ts";
import { createFakeEngine, type FakeEngine } from "#web/base/speech/speech.fixture.ts";
import { ListenButton, ShareButton } from "./entry-actions.tsx";
import { useListen } from "./use-listen.ts";

const { en, fr } = devotionalMessages;
const SPEECH = "POST /functions/v1/tts";
const ENTRY: DevotionalEntry = {
  day: 14,
  title: "Rest",
  verse: "Be still.",
  content: "First paragraph.\n\nSecond paragraph.",
};

let engine: FakeEngine;
const playing: EventTarget[] = [];

beforeEach(() => {
  engine = createFakeEngine(["Google UK English Male"]);
  vi.stubGlobal("speechSynthesis", engine);
  playing.length = 0;
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => undefined);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function play(
    this: HTMLMediaElement,
  ) {
    playing.push(this);
    return Promise.resolve();
  });
});

afterEach(() => act(() => stopListening()));

type DayProps = { isOwn: boolean; hasServerVoice?: boolean };

function Day({ isOwn, hasServerVoice = true }: DayProps) {
  const listen = useListen({
    entry: ENTRY,
    subject: isOwn ? { kind: "own", entry: ENTRY } : { kind: "devotional", day: 14 },
    hasServerVoice,
  });
  return <ListenButton {...listen} />;
}

function openDay(answering: () => Response | Promise<Response>, language: "en" | "fr" = "en") {
  const server = createFakeServer();
  server.answer(SPEECH, answering);
  return renderView(<Day isOwn={false} />, { server, language });
}

function audio(): Response {
  return new Response("ID3", { headers: { "content-type": "audio/mpeg" } });
}

describe("the provider's voice", () => {
  it("is announced in French while it loads, and can be stopped before it begins", async () => {
    const hold = onHold();
    const { user } = openDay(hold.answering, "fr");
    await user.click(screen.getByRole("button", { name: fr.listen }));
    expect(screen.getByRole("status").textContent).toBe(fr.preparing);
    await user.click(screen.getByRole("button", { name: fr.stop }));
    hold.release(audio());
    expect(screen.getByRole("status").textContent).toBe("");
    expect(playing).toEqual([]);
    expect(engine.spoken).toEqual([]);
  });

  it("reads to its end, and the button offers to listen again", async () => {
    const { user, server } = openDay(audio);
    await user.click(screen.getByRole("button", { name: en.listen }));
    await expect.poll(() => playing.length).toBe(1);
    expect(await screen.findByRole("button", { name: en.stop })).toBeDefined();
    act(() => void playing[0]?.dispatchEvent(new Event("ended")));
    expect(await screen.findByRole("button", { name: en.listen })).toBeDefined();
    expect(engine.spoken).toEqual([]);
    expect(server.to(SPEECH)[0]?.body).toEqual({ kind: "devotional", day: 14, language: "en" });
  });

  it.each([
    ["the server does not respond", unreachable],
    ["the provider refuses", () => json({ error: "quota" }, 429)],
    ["the answer is no sound", () => json({ ok: true })],
  ])("falls back to the device's when %s", async (_why, answering) => {
    const { user } = openDay(answering);
    await user.click(screen.getByRole("button", { name: en.listen }));
    await expect.poll(() => engine.spoken.at(-1)?.text).toBe("Rest");
    expect(screen.getByRole("button", { name: en.stop })).toBeDefined();
  });

  it("falls back to the device's voice when it cannot be played", async () => {
    vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new DOMException("No sound"));
    const { user } = openDay(audio);
    await user.click(screen.getByRole("button", { name: en.listen }));
    await expect.poll(() => engine.spoken.at(-1)?.text).toBe("Rest");
  });

  it("begins and goes on after its page was left, until the bar is closed", async () => {
    const hold = onHold();
    const { user, unmount } = openDay(hold.answering);
    await user.click(screen.getByRole("button", { name: en.listen }));
    unmount();
    hold.release(audio());
    await expect.poll(() => playing.length).toBe(1);
    expect(nowListening()?.heard).toMatchObject({ kind: "voice", title: "Rest" });
    act(() => stopListening());
    expect(engine.spoken).toEqual([]);
  });
});

it.each([
  [true, 1],
  [false, 0],
])("a network voice (%s) shows its data estimate before it starts", (hasServerVoice, told) => {
  renderView(<Day isOwn={false} hasServerVoice={hasServerVoice} />);
  expect(screen.queryAllByText(/^About 1\sMB$/)).toHaveLength(told);
});

it("the device's voice reads title, verse and paragraphs in order, then stops", async () => {
  const { user } = openDay(unreachable);
  await user.click(screen.getByRole("button", { name: en.listen }));
  for (const text of ["Rest", "Be still.", "First paragraph.", "Second paragraph."]) {
    await expect.poll(() => engine.spoken.at(-1)?.text).toBe(text);
    act(() => engine.finish());
  }
  expect(screen.getByRole("button", { name: en.listen })).toBeDefined();
});

it("an entry of this device is sent whole, because no server has it", async () => {
  const server = createFakeServer();
  server.answer(SPEECH, unreachable);
  const { user } = renderView(<Day isOwn />, { server });
  await user.click(screen.getByRole("button", { name: en.listen }));
  await expect.poll(() => server.to(SPEECH).length).toBe(1);
  expect(server.to(SPEECH)[0]?.body).toEqual({
    kind: "text",
    text: "Rest\n\nBe still.\n\nFirst paragraph.\n\nSecond paragraph.",
    language: "en",
  });
});

const BUTTON = (
  <ShareButton entry={{ title: "Fear not", verse: "Josh 1:9" }} address="/devotional?day=2" />
);
const SHARED_URL = `${window.location.origin}/devotional?day=2`;

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, "share");
});

function giveClipboard(clipboard: object | undefined): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the button uses of it
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(clipboard as Clipboard);
}

it("passes title, verse and URL to the device, and a cancelled share sheet is no error", async () => {
  const share = vi.fn<(data: object) => Promise<void>>().mockRejectedValue(new Error("closed"));
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  const { user } = renderView(BUTTON);
  await user.click(screen.getByRole("button", { name: en.share }));
  expect(share).toHaveBeenCalledExactlyOnceWith({
    title: "Fear not",
    text: "Josh 1:9",
    url: SHARED_URL,
  });
  expect(screen.getByRole("status").textContent).toBe("");
});

it("copies the URL and says so without a share sheet", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  const { user } = renderView(BUTTON);
  giveClipboard({ writeText });
  await user.click(screen.getByRole("button", { name: en.share }));
  expect(await screen.findByText(en.linkCopied)).toBeDefined();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(SHARED_URL);
});

it.each([
  ["no clipboard", undefined],
  ["a clipboard that refuses", { writeText: () => Promise.reject(new Error("refused")) }],
])("with %s reports the failure, in French", async (_name, clipboard) => {
  const { user } = renderView(BUTTON, { language: "fr" });
  giveClipboard(clipboard);
  await user.click(screen.getByRole("button", { name: fr.share }));
  expect(await screen.findByText(fr.copyFailed)).toBeDefined();
});
