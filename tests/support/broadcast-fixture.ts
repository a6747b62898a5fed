import type { StudioIngest } from "#shared/studio/studio-ingest.ts";

/** A server whose port for encoders is closed. */
export const NO_BROADCAST: StudioIngest = {
  rtmpUrl: "rtmp://tv.example.org:1935/live",
  acceptsEncoders: false,
  portProblem: null,
  keyMadeAt: null,
  broadcast: null,
  rejection: null,
  watching: null,
  freeBytes: 40_000_000_000,
  recordedBytes: 0,
  maxBytes: 20_000_000_000,
};

/** A broadcast whose encoder is set up wrongly. */
export const BROADCAST: NonNullable<StudioIngest["broadcast"]> = {
  id: "7",
  via: "rtmp",
  startedAt: "2026-11-22T09:00:00Z",
  isArriving: true,
  isOnAir: true,
  isStopping: false,
  recordingProblem: null,
  chapters: [{ id: "3", at: "2026-11-22T09:20:00Z", title: "Sermon" }],
  input: {
    encoder: "OBS",
    width: 1280,
    height: 720,
    frameRate: 25,
    keyFrameSeconds: 8.3,
    kilobitsPerSecond: 2_480,
    sampleRate: 44_100,
    channels: 2,
    drops: 4,
  },
  checkResults: [
    { id: "key-frame-interval", seconds: 8.32 },
    { id: "unsupported-audio", codec: "opus" },
  ],
  kilobitsPerViewer: 2_500,
};
