import {
  KEY_FRAME_SECONDS,
  type Recorder,
  type RecorderOptions,
  type StartedRecorder,
} from "./recorder-contract.ts";

/** Apple's older browsers know only the first part. */
const RECORDER_TYPES = [
  "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
  "video/mp4;codecs=avc1,mp4a.40.2",
];

/** Records H.264 and AAC as fragmented MP4: by WebCodecs, otherwise by the browser's own recorder. */
export async function startRecorder(options: RecorderOptions): Promise<StartedRecorder> {
  const encoded =
    "VideoEncoder" in window
      ? await import("./encoders.ts").then(({ startEncoders }) => startEncoders(options))
      : null;
  if (encoded !== null) return encoded;
  const mimeType =
    "MediaRecorder" in window
      ? RECORDER_TYPES.find((type) => MediaRecorder.isTypeSupported(type))
      : undefined;
  return mimeType === undefined
    ? { ok: false, failure: "no-h264" }
    : { ok: true, value: startMediaRecorder(options, mimeType) };
}

function startMediaRecorder(options: RecorderOptions, mimeType: string): Recorder {
  const { stream, onBytes, onFault, video, audio } = options;
  const recorder = new MediaRecorder(stream, {
    mimeType,
    videoBitsPerSecond: video,
    audioBitsPerSecond: audio,
  });
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  let tail: Promise<unknown> = Promise.resolve();
  recorder.addEventListener("dataavailable", ({ data }) => {
    tail = tail.then(async () => onBytes(new Uint8Array(await data.arrayBuffer())));
    tail.catch(() => onFault("encoder"));
  });
  recorder.addEventListener("stop", () => {
    stopped.resolve();
    if (!isStopped) onFault("encoder");
  });
  recorder.start(KEY_FRAME_SECONDS * 1_000);
  return {
    async stop() {
      isStopped = true;
      if (recorder.state === "inactive") return;
      recorder.stop();
      await stopped.promise;
      await tail.catch(() => undefined);
    },
  };
}
