import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { goLiveMessages } from "#shared/messages/studio/go-live.ts";
import { createFakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { deviceBroadcast } from "./device-broadcast.ts";
import { GoLive } from "./go-live.tsx";
import { sendingChannel } from "./sending-channel.ts";
import { elapsedText } from "./go-live-texts.domain.ts";

const { en, fr } = goLiveMessages;

class FakeTrack extends EventTarget {
  readonly kind: string;
  muted = false;
  isStopped = false;
  constructor(kind: string) {
    super();
    this.kind = kind;
  }
  stop(): void {
    this.isStopped = true;
  }
  getSettings(): object {
    return { width: 1280, height: 720 };
  }
  mute(isMuted: boolean): void {
    this.muted = isMuted;
    act(() => void this.dispatchEvent(new Event(isMuted ? "mute" : "unmute")));
  }
}

class FakeRecorder extends EventTarget {
  static last: FakeRecorder | null = null;
  static isTypeSupported = (): boolean => true;
  state = "inactive";
  constructor() {
    super();
    FakeRecorder.last = this;
  }
  start(): void {
    this.state = "recording";
  }
  stop(): void {
    this.state = "inactive";
    this.dispatchEvent(new Event("stop"));
  }
  give(bytes: number[]): void {
    const data = new Blob([new Uint8Array(bytes)]);
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
  }
}

const box = (name: string): number[] => [0, 0, 0, 8, ...new TextEncoder().encode(name)];
const INIT = [...box("ftyp"), ...box("moov")];
const FRAGMENT = [...box("moof"), ...box("mdat")];

function giveDevices(mediaDevices: object | undefined): void {
  Object.defineProperty(navigator, "mediaDevices", { value: mediaDevices, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "mediaDevices"));
}

/** A browser with a camera; the test sets what it refuses. */
function giveCamera(rejection: string | null = null) {
  const tracks = [new FakeTrack("video"), new FakeTrack("audio")];
  const stream = {
    getTracks: () => tracks,
    getVideoTracks: () => tracks.slice(0, 1),
    getAudioTracks: () => [],
  };
  const getUserMedia = vi.fn(async (_wanted: MediaStreamConstraints) => {
    if (rejection !== null) throw new DOMException("no", rejection);
    return stream;
  });
  const enumerateDevices = async () => [
    { kind: "audioinput", deviceId: "mic", label: "Pulpit microphone" },
  ];
  giveDevices({ getUserMedia, enumerateDevices });
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  // An element takes no fake stream.
  const play = vi.spyOn(HTMLMediaElement.prototype, "srcObject", "set").mockReturnValue();
  onTestFinished(() => play.mockRestore());
  return { tracks, getUserMedia };
}

async function openView(language: "en" | "fr" = "en") {
  const server = createFakeServer();
  await signInMember(server);
  const pieces: number[] = [];
  server.answer("POST /api/ingest/english/start", () => json({ session: "s", next: 0 }));
  server.answer("POST /api/ingest/english/end", () => new Response(null, { status: 204 }));
  for (let number = 0; number < 4; number++) {
    server.answer(`POST /api/ingest/english/pieces/${number}`, () => {
      pieces.push(number);
      return json({ session: "s", next: number + 1 });
    });
  }
  const view = renderView(
    <InStudio>
      <GoLive channelId="english" notice="Nobody sees it" />
    </InStudio>,
    { server, language, at: "/studio/channels/english" },
  );
  const texts = language === "en" ? en : fr;
  const press = (name: string) => view.user.click(screen.getByRole("button", { name }));
  await press(texts.open);
  return { ...view, server, pieces, press };
}

async function goLive() {
  const { tracks } = giveCamera();
  const view = await openView();
  await screen.findByLabelText(en.preview);
  await view.press(en.start);
  await screen.findByText(en.stay);
  const recorder = FakeRecorder.last;
  if (recorder === null) throw new Error("Nothing records");
  const end = async (): Promise<void> => {
    await view.press(en.end);
    await view.user.click(within(screen.getByRole("dialog")).getByRole("button", { name: en.end }));
    await screen.findByText(en.intro);
  };
  return { ...view, tracks, recorder, end };
}

beforeEach(() => deviceBroadcast.close());

describe("the camera of this device", () => {
  it.each([
    ["NotAllowedError", "denied"],
    ["NotFoundError", "none"],
    ["NotReadableError", "in-use"],
    ["TypeError", "failed"],
  ] as const)("says in words that it cannot be opened: %s", async (name, fault) => {
    giveCamera(name);
    await openView("fr");
    expect(await screen.findByText(fr.faults[fault], { collapseWhitespace: false })).toBeDefined();
  });

  it("says that the address is not secure, and that a browser has no cameras", async () => {
    giveCamera();
    vi.stubGlobal("isSecureContext", false);
    const { press } = await openView();
    expect(await screen.findByText(en.faults.insecure)).toBeDefined();
    vi.stubGlobal("isSecureContext", true);
    giveDevices(undefined);
    await press(en.open);
    expect(await screen.findByText(en.faults.unsupported)).toBeDefined();
  });

  it("offers to load a page again whose headers allow no camera", async () => {
    giveCamera();
    const entries = vi.spyOn(performance, "getEntriesByType");
    const toJSON = (): null => null;
    const name = "https://tv.example.org/fr/profile";
    entries.mockReturnValue([{ name, entryType: "navigation", startTime: 0, duration: 0, toJSON }]);
    await openView();
    expect(await screen.findByText(en.faults["other-page"])).toBeDefined();
    expect(screen.getByRole("button", { name: en.reload })).toBeDefined();
    entries.mockRestore();
  });

  it("shows the picture, changes camera and microphone, and closes", async () => {
    const { tracks, getUserMedia } = giveCamera();
    const { user, press } = await openView();
    await user.selectOptions(await screen.findByLabelText(en.camera), en.sides.user);
    expect(screen.getByText("Nobody sees it")).toBeDefined();
    await user.selectOptions(await screen.findByLabelText(en.microphone), "Pulpit microphone");
    await user.selectOptions(await screen.findByLabelText(en.size), en.sizes.small);
    expect(getUserMedia.mock.lastCall).toMatchObject([
      {
        video: { facingMode: { ideal: "user" }, width: { ideal: 640 } },
        audio: { deviceId: { exact: "mic" } },
      },
    ]);
    await press(en.close);
    expect(screen.getByText(en.intro)).toBeDefined();
    expect(tracks.every(({ isStopped }) => isStopped)).toBe(true);
  });
});

describe("a broadcast from this device", () => {
  it("sends pieces, says how the upload goes, and ends", async () => {
    const { recorder, pieces, end, server, tracks } = await goLive();
    recorder.give([...INIT, ...FRAGMENT]);
    await expect.poll(() => pieces).toEqual([0, 1]);
    expect(sendingChannel.read()).toBe("english");
    const [start] = server.to("POST /api/ingest/english/start");
    expect(start?.headers.get("authorization")).toMatch(/^Bearer \S{20}/);
    expect(screen.getByText(/kbit\/s/)).toBeDefined();
    await end();
    expect(server.to("POST /api/ingest/english/end")[0]?.search.get("session")).toBe("s");
    expect(sendingChannel.read()).toBeNull();
    expect(tracks.every(({ isStopped }) => isStopped)).toBe(true);
  });

  it("warns when the connection is away, camera or microphone are paused, or the page was hidden", async () => {
    const { recorder, pieces, server, end, tracks } = await goLive();
    server.answer("POST /api/ingest/english/pieces/0", unreachable);
    recorder.give([...INIT, ...FRAGMENT]);
    expect(await screen.findByText(en.warnings.interrupted, {}, { timeout: 4_000 })).toBeDefined();
    server.answer("POST /api/ingest/english/pieces/0", () => json({ session: "s", next: 1 }));
    await expect.poll(() => pieces, { timeout: 8_000 }).toEqual([1]);
    tracks[0]?.mute(true);
    expect(screen.getByText(en.warnings.muted)).toBeDefined();
    tracks[0]?.mute(false);
    expect(screen.queryByText(en.warnings.muted)).toBeNull();
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    visibility.mockRestore();
    expect(screen.getByText(en.warnings.hidden)).toBeDefined();
    await end();
  });

  it("ends when the device encodes no more", async () => {
    const { recorder } = await goLive();
    act(() => recorder.stop());
    expect(await screen.findByText(en.faults.encoder)).toBeDefined();
  });

  it("says that staff ended it", async () => {
    const { recorder, server } = await goLive();
    const answer = () => json({ error: "stopped" }, 410);
    server.answer("POST /api/ingest/english/pieces/0", answer);
    recorder.give([...INIT, ...FRAGMENT]);
    expect(await screen.findByText(en.faults.stopped)).toBeDefined();
  });

  it("says that the browser cannot make H.264", async () => {
    giveCamera();
    const supported = vi.spyOn(FakeRecorder, "isTypeSupported").mockReturnValue(false);
    const { press, server } = await openView();
    await screen.findByLabelText(en.preview);
    await press(en.start);
    expect(await screen.findByText(en.faults["no-h264"])).toBeDefined();
    expect(server.to("POST /api/ingest/english/start")).toEqual([]);
    supported.mockRestore();
  });
});

it("counts hours, minutes and seconds", () => {
  expect([0, 65_000, 3_723_000].map((ms) => elapsedText(0, ms))).toEqual([
    "0:00",
    "1:05",
    "1:02:03",
  ]);
});
