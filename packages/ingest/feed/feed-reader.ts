import {
  EncodedPacketSink,
  Input,
  MATROSKA,
  MP4,
  ReadableStreamSource,
  WEBM,
  type EncodedPacket,
  type InputAudioTrack,
  type InputVideoTrack,
} from "mediabunny";
import type { IngestSink } from "#ingest/ingest-sink.ts";
import type { UnsupportedCodec } from "#ingest/media-event.ts";
import { descriptionOf } from "#ingest/segments/stream-config.ts";

/** Bytes that wait to be read; `push` waits above them. */
const QUEUE_BYTES = 1_048_576;
/** Bytes after the last event: a fragment of 10 s at 4 Mbit/s has a third of it. */
const MAX_UNREAD_BYTES = 16_777_216;
/** Bytes that were read, for what refers back to them. */
const CACHE_BYTES = 8_388_608;

const UNSUPPORTED: readonly UnsupportedCodec[] = ["hevc", "av1", "vp8", "vp9", "opus", "mp3"];

/** Reads a recording in the making: MP4, Matroska or WebM, as a browser's recorder writes them. */
export type FeedReader = {
  /**
   * Takes the next bytes of the recording.
   *
   * @returns when more can be taken.
   * @throws the error that ended the reading.
   */
  push(bytes: Uint8Array): Promise<void>;
  /**
   * Ends the recording and reads it to its end.
   *
   * @throws the error that ended the reading.
   */
  end(): Promise<void>;
};

/** Starts to read. Events go to the sink in the order of their times; reading waits for it. */
export function createFeedReader(sink: Pick<IngestSink, "push">): FeedReader {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_BYTES }),
  );
  const writer = writable.getWriter();
  let unreadBytes = 0;
  const countingSink: Pick<IngestSink, "push"> = {
    push(event) {
      unreadBytes = 0;
      return sink.push(event);
    },
  };
  const reading = readRecording(readable, countingSink);
  // A queue that no one reads any more would make `push` wait for ever.
  const isOver = reading.catch(() => undefined).then(async () => writer.abort());
  isOver.catch(() => undefined);

  /** Throws the reason for which the queue takes no more. */
  async function explain(): Promise<never> {
    await reading;
    throw new Error("The recording has ended");
  }

  /** Ends the reading, which waits for bytes. */
  async function endWith(message: string): Promise<Error> {
    const error = new Error(message);
    await writer.abort(error);
    await isOver.catch(() => undefined);
    return error;
  }

  return {
    async push(bytes) {
      unreadBytes += bytes.length;
      if (unreadBytes > MAX_UNREAD_BYTES) throw await endWith("16 MiB without a picture or sound");
      try {
        await writer.ready;
        // A failure of this write shows in the next line or the next call.
        writer.write(bytes).catch(() => undefined);
        await writer.ready;
      } catch {
        await explain();
      }
    },
    async end() {
      await writer.close().catch(() => undefined);
      await reading;
    },
  };
}

async function readRecording(
  readable: ReadableStream<Uint8Array>,
  sink: Pick<IngestSink, "push">,
): Promise<void> {
  using input = new Input({
    source: new ReadableStreamSource(readable, {
      maxCacheSize: CACHE_BYTES,
      // The reading of packets reports it too.
      handleUnhandledError: () => undefined,
    }),
    formats: [MP4, MATROSKA, WEBM],
  });
  const video = await openTrack("video", await input.getPrimaryVideoTrack(), sink);
  const audio = await openTrack("audio", await input.getPrimaryAudioTrack(), sink);
  if (video === null && audio === null) throw new Error("The recording has neither H.264 nor AAC");
  await pushInOrder({ video, audio }, sink);
}

type Packets = AsyncIterator<EncodedPacket, void>;

/** Reports the parameters of a track. @returns its packets; null without a track, or one that cannot be copied. */
async function openTrack(
  kind: "video" | "audio",
  track: InputVideoTrack | InputAudioTrack | null,
  sink: Pick<IngestSink, "push">,
): Promise<Packets | null> {
  if (track === null) return null;
  const codec = await track.getCodec();
  const description = descriptionOf(await track.getDecoderConfig());
  // Without a description a picture is Annex B, which cannot be copied into HLS.
  if (description !== null && codec === "avc") {
    await sink.push({ kind: "video-config", codec, description });
  } else if (description !== null && codec === "aac") {
    await sink.push({ kind: "audio-config", codec, description });
  } else {
    const named = UNSUPPORTED.find((one) => one === codec) ?? "unknown";
    await sink.push({ kind: "unsupported", track: kind, codec: named });
    return null;
  }
  return new EncodedPacketSink(track).packets();
}

async function pushInOrder(
  { video, audio }: { video: Packets | null; audio: Packets | null },
  sink: Pick<IngestSink, "push">,
): Promise<void> {
  let lastDecodeMs = Number.NEGATIVE_INFINITY;
  let picture = await nextOf(video);
  let sound = await nextOf(audio);
  while (picture !== null || sound !== null) {
    if (picture !== null && (sound === null || picture.timestamp <= sound.timestamp)) {
      const { data, type, timestamp } = picture;
      const presentationMs = timestamp * 1_000;
      // Files name the time of presentation alone; browsers record without B-frames, so that both are the same.
      lastDecodeMs = Math.max(lastDecodeMs, presentationMs);
      const times = { decodeMs: lastDecodeMs, presentationMs };
      await sink.push({ kind: "video", data, ...times, isKeyFrame: type === "key" });
      picture = await nextOf(video);
    } else if (sound !== null) {
      const { data, timestamp } = sound;
      await sink.push({ kind: "audio", data, presentationMs: timestamp * 1_000 });
      sound = await nextOf(audio);
    }
  }
}

async function nextOf(packets: Packets | null): Promise<EncodedPacket | null> {
  const next = await packets?.next();
  return next === undefined || next.done === true ? null : next.value;
}
