import { createStore } from "#web/lib/store.ts";
import {
  type CameraChoice,
  type CameraFault,
  listDevices,
  openCamera,
  PICTURE_SIZES,
} from "./camera.ts";
import { createMp4Cutter } from "./mp4-pieces.ts";
import {
  type Answer,
  createPieceUpload,
  type PieceUpload,
  type UploadFacts,
  type UploadFault,
} from "./piece-upload.ts";
import type { Recorder, RecorderFault } from "./recorder-contract.ts";
import { startRecorder } from "./recorder.ts";
import { sendingChannel } from "./sending-channel.ts";

export type GoLiveFault = CameraFault | RecorderFault | UploadFault;

/** State of the broadcast from this device. */
export type DeviceState = {
  phase: "closed" | "opening" | "ready" | "starting" | "live" | "ending";
  /** Channel that it is for; null while it is closed. */
  channel: string | null;
  fault: GoLiveFault | null;
  choice: CameraChoice;
  stream: MediaStream | null;
  devices: readonly MediaDeviceInfo[];
  /** Milliseconds since the epoch. */
  startedAtMs: number | null;
  upload: UploadFacts | null;
  /** The system took camera or microphone away, for a call for example. */
  isMuted: boolean;
  /** The page was in the background, where phones pause the camera. */
  wasHidden: boolean;
};

type DeviceDeps = {
  /** Sends bytes as staff. Never rejects. */
  post: (path: string, body: Uint8Array<ArrayBuffer> | null) => Promise<Answer>;
};

const CLOSED: DeviceState = {
  phase: "closed",
  channel: null,
  fault: null,
  choice: { camera: "environment", microphone: "", size: "good" },
  stream: null,
  devices: [],
  startedAtMs: null,
  upload: null,
  isMuted: false,
  wasHidden: false,
};
const FACTS_MS = 1_000;

/** State of the one broadcast of this device. */
export const deviceState = createStore(CLOSED);

let upload: PieceUpload | null = null;
let recorder: Recorder | null = null;
/** What broke off a broadcast that starts. */
let broken: GoLiveFault | null = null;
let timer: ReturnType<typeof setInterval> | undefined;
let wakeLock: WakeLockSentinel | null = null;

/**
 * The one broadcast of this device. It outlives the page that started it, so that staff can open another page of the
 * studio.
 */
export const deviceBroadcast = {
  /** Shows the picture of the camera, which no viewer sees yet. */
  async open(channel: string, choice: CameraChoice = deviceState.read().choice): Promise<void> {
    if (!isIn("closed") && !isIn("ready")) return;
    stopTracks();
    set({ ...CLOSED, phase: "opening", channel, choice });
    const opened = await openCamera(choice);
    if (!isIn("opening")) {
      if (opened.ok) for (const track of opened.value.getTracks()) track.stop();
      return;
    }
    if (!opened.ok) return set({ phase: "closed", channel, fault: opened.failure });
    watchTracks(opened.value);
    set({ phase: "ready", stream: opened.value, devices: await listDevices() });
  },

  close: (): void => {
    if (!isIn("opening") && !isIn("ready")) return;
    stopTracks();
    set(CLOSED);
  },

  async start({ post }: DeviceDeps): Promise<void> {
    const { phase, stream, channel, choice } = deviceState.read();
    if (phase !== "ready" || stream === null || channel === null) return;
    set({ phase: "starting", fault: null });
    broken = null;
    const { video, audio } = PICTURE_SIZES[choice.size];
    const made = createPieceUpload({
      channel,
      post,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      now: () => performance.now(),
      onFault: (fault) => breakOff(fault),
    });
    const cut = createMp4Cutter();
    const started = await startRecorder({
      stream,
      video,
      audio,
      onBytes: (bytes) => {
        for (const piece of cut(bytes)) made.add(piece);
      },
      onFault: (fault) => breakOff(fault),
    });
    if (!started.ok) return set({ phase: "ready", fault: started.failure });
    const refused = await made.start();
    if (refused !== null) {
      await started.value.stop();
      return set({ phase: "ready", fault: refused });
    }
    upload = made;
    recorder = started.value;
    if (broken !== null) return end(broken);
    set({ phase: "live", startedAtMs: Date.now(), upload: made.facts() });
    timer = setInterval(() => set({ upload: made.facts() }), FACTS_MS);
    window.addEventListener("beforeunload", askBeforeLeaving);
    document.addEventListener("visibilitychange", keepAwake);
    keepAwake();
  },

  /** Sends what waits and ends the broadcast. */
  async end(): Promise<void> {
    if (isIn("live")) await end(null);
  },
};

/** Ends the broadcast for a reason; one that starts ends when it has. */
function breakOff(fault: GoLiveFault): void {
  const { phase, channel } = deviceState.read();
  if (phase === "starting") broken ??= fault;
  if (phase === "live") void end(fault);
  if (phase === "ready") {
    stopTracks();
    set({ ...CLOSED, channel, fault });
  }
}

async function end(fault: GoLiveFault | null): Promise<void> {
  const { channel } = deviceState.read();
  set({ phase: "ending" });
  await finish();
  set(fault === null ? CLOSED : { ...CLOSED, channel, fault });
}

async function finish(): Promise<void> {
  clearInterval(timer);
  window.removeEventListener("beforeunload", askBeforeLeaving);
  document.removeEventListener("visibilitychange", keepAwake);
  await recorder?.stop();
  await upload?.end();
  recorder = null;
  upload = null;
  stopTracks();
  await wakeLock?.release().catch(() => undefined);
  wakeLock = null;
}

function set(changes: Partial<DeviceState>): void {
  const next = { ...deviceState.read(), ...changes };
  const { phase, channel } = next;
  const isSending = phase === "starting" || phase === "live" || phase === "ending";
  deviceState.set(next);
  sendingChannel.set(isSending ? channel : null);
}

function stopTracks(): void {
  for (const track of deviceState.read().stream?.getTracks() ?? []) track.stop();
}

function watchTracks(stream: MediaStream): void {
  const update = (): void => {
    if (deviceState.read().stream === stream)
      set({ isMuted: stream.getTracks().some(({ muted }) => muted) });
  };
  for (const track of stream.getTracks()) {
    track.addEventListener("mute", update);
    track.addEventListener("unmute", update);
    // A camera that was unplugged does not come back.
    track.addEventListener("ended", () => {
      if (deviceState.read().stream === stream) breakOff("in-use");
    });
  }
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The system ends the lock whenever the page is hidden. */
function keepAwake(): void {
  if (document.visibilityState === "hidden") set({ wasHidden: true });
  if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
  void navigator.wakeLock.request("screen").then(holdAwake, () => undefined);
}

async function holdAwake(lock: WakeLockSentinel): Promise<void> {
  if (isIn("live")) wakeLock = lock;
  else await lock.release();
}

function isIn(phase: DeviceState["phase"]): boolean {
  return deviceState.read().phase === phase;
}
