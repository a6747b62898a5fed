import type { Result } from "#shared/errors.ts";

/** Reason why a browser cannot record, or why a recording broke off. */
export type RecorderFault = "no-h264" | "policy" | "encoder";

type RecorderOptions = {
  stream: MediaStream;
  /** Bits a second. */
  video: number;
  audio: number;
  /** Takes the next bytes of fragmented MP4. */
  onBytes: (bytes: Uint8Array) => void;
  /** Called when the recording breaks off. */
  onFault: (fault: RecorderFault) => void;
};

export type Recorder = {
  /** Gives the last bytes and ends. */
  stop(): Promise<void>;
};

type Started = Result<Recorder, RecorderFault>;

const KEY_FRAME_SECONDS = 2;
const START_MS = 20_000;
/** Apple's older browsers know only the first part. */
const RECORDER_TYPES = [
  "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
  "video/mp4;codecs=avc1,mp4a.40.2",
];

/** Records H.264 and AAC as fragmented MP4: by WebCodecs, otherwise by the browser's own recorder. */
export async function startRecorder(options: RecorderOptions): Promise<Started> {
  const encoded = "VideoEncoder" in window ? await startEncoders(options) : null;
  if (encoded !== null) return encoded;
  const mimeType =
    "MediaRecorder" in window
      ? RECORDER_TYPES.find((type) => MediaRecorder.isTypeSupported(type))
      : undefined;
  return mimeType === undefined
    ? { ok: false, failure: "no-h264" }
    : { ok: true, value: startMediaRecorder(options, mimeType) };
}

/** Null when the browser has no encoder for H.264. */
async function startEncoders(options: RecorderOptions): Promise<Started | null> {
  const { stream, onFault } = options;
  const media = await import("mediabunny");
  const [video] = stream.getVideoTracks();
  const [audio] = stream.getAudioTracks();
  const { width = 1280, height = 720 } = video?.getSettings() ?? {};
  if (video === undefined || !(await media.canEncodeVideo("avc", { width, height }))) return null;

  const output = new media.Output({
    format: new media.Mp4OutputFormat({ fastStart: "fragmented", minimumFragmentDuration: 1 }),
    target: new media.StreamTarget(
      new WritableStream({ write: ({ data }) => options.onBytes(data) }),
    ),
  });
  const picture = new media.MediaStreamVideoTrackSource(video, {
    codec: "avc",
    bitrate: options.video,
    keyFrameInterval: KEY_FRAME_SECONDS,
    // A phone that is turned keeps the size of the broadcast.
    sizeChangeBehavior: "contain",
  });
  output.addVideoTrack(picture);
  const sources = [picture.errorPromise];
  if (audio !== undefined) {
    await offerAac(media, audio, options.audio);
    const sound = new media.MediaStreamAudioTrackSource(audio, {
      codec: "aac",
      bitrate: options.audio,
    });
    output.addAudioTrack(sound);
    sources.push(sound.errorPromise);
  }

  // A worker that the content policy forbids would let the start wait for ever.
  const refused = Promise.withResolvers<RecorderFault>();
  const refuse = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (/^(?:worker|script)-src/.test(effectiveDirective)) refused.resolve("policy");
  };
  document.addEventListener("securitypolicyviolation", refuse);
  const timer = setTimeout(() => refused.resolve("encoder"), START_MS);
  const started = output.start().then(
    () => null,
    (): RecorderFault => "encoder",
  );
  const fault = await Promise.race([started, refused.promise]);
  clearTimeout(timer);
  document.removeEventListener("securitypolicyviolation", refuse);
  if (fault !== null) {
    void output.cancel().catch(() => undefined);
    return { ok: false, failure: fault };
  }
  let isStopped = false;
  for (const broken of sources) {
    broken.catch(() => {
      if (!isStopped) onFault("encoder");
    });
  }
  return {
    ok: true,
    value: {
      async stop() {
        isStopped = true;
        await output.finalize().catch(() => undefined);
      },
    },
  };
}

type Media = typeof import("mediabunny");

/** Loads an encoder for AAC where the browser has none: on Linux, and in Firefox and older Safari. */
async function offerAac(media: Media, track: MediaStreamTrack, bitrate: number): Promise<void> {
  const { sampleRate = 48_000, channelCount: numberOfChannels = 1 } = track.getSettings();
  if (await media.canEncodeAudio("aac", { bitrate, sampleRate, numberOfChannels })) return;
  const { registerAacEncoder } = await import("@mediabunny/aac-encoder");
  registerAacEncoder();
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
