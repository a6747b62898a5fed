import {
  canEncodeAudio,
  canEncodeVideo,
  MediaStreamAudioTrackSource,
  MediaStreamVideoTrackSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from "mediabunny";
import {
  KEY_FRAME_SECONDS,
  type RecorderFault,
  type RecorderOptions,
  type StartedRecorder,
} from "./recorder-contract.ts";

const START_MS = 20_000;

/** Records by WebCodecs; null when the browser has no encoder for H.264. */
export async function startEncoders(options: RecorderOptions): Promise<StartedRecorder | null> {
  const { stream, onFault } = options;
  const [video] = stream.getVideoTracks();
  const [audio] = stream.getAudioTracks();
  const { width = 1280, height = 720 } = video?.getSettings() ?? {};
  if (video === undefined || !(await canEncodeVideo("avc", { width, height }))) return null;

  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: "fragmented", minimumFragmentDuration: 1 }),
    target: new StreamTarget(new WritableStream({ write: ({ data }) => options.onBytes(data) })),
  });
  const picture = new MediaStreamVideoTrackSource(video, {
    codec: "avc",
    bitrate: options.video,
    keyFrameInterval: KEY_FRAME_SECONDS,
    // A phone that is turned keeps the size of the broadcast.
    sizeChangeBehavior: "contain",
  });
  output.addVideoTrack(picture);
  const sources = [picture.errorPromise];
  if (audio !== undefined) {
    await offerAac(audio, options.audio);
    const sound = new MediaStreamAudioTrackSource(audio, {
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

/** Loads an encoder for AAC where the browser has none: on Linux, and in Firefox and older Safari. */
async function offerAac(track: MediaStreamTrack, bitrate: number): Promise<void> {
  const { sampleRate = 48_000, channelCount: numberOfChannels = 1 } = track.getSettings();
  if (await canEncodeAudio("aac", { bitrate, sampleRate, numberOfChannels })) return;
  const { registerAacEncoder } = await import("@mediabunny/aac-encoder");
  registerAacEncoder();
}
