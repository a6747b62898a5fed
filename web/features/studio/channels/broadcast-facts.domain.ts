import type { BroadcastMessages } from "#shared/messages/studio/broadcast.ts";
import type { IngestCheckResult, StudioIngest } from "#shared/studio/studio-ingest.ts";

type Broadcast = NonNullable<StudioIngest["broadcast"]>;

/** Names of codecs as encoders show them. */
const CODEC_NAMES: Readonly<Record<string, string>> = {
  hevc: "HEVC",
  av1: "AV1",
  vp8: "VP8",
  vp9: "VP9",
  opus: "Opus",
  mp3: "MP3",
  flac: "FLAC",
  vorbis: "Vorbis",
  "pcm-s16": "WAV (PCM)",
  "pcm-s24": "WAV (PCM)",
};

/** Returns the name of a codec as encoders show it. */
export function codecName(codec: string): string {
  return CODEC_NAMES[codec] ?? codec;
}

/**
 * Status of a channel's broadcast, as color and text.
 *
 * @param isShown false while the channel plays another source
 */
export function broadcastState(
  broadcast: Broadcast | null,
  { states }: BroadcastMessages,
  timeOf: (instant: string) => string,
  isShown: boolean,
): { tone: "good" | "warn" | "off"; text: string } {
  if (broadcast === null) return { tone: "off", text: states.none };
  if (broadcast.isStopping) return { tone: "warn", text: states.stopping };
  if (!broadcast.isArriving) return { tone: "warn", text: states.gone };
  if (!broadcast.isOnAir) return { tone: "warn", text: states.starting };
  if (!isShown) return { tone: "warn", text: states.notShown };
  return { tone: "good", text: states.onAir(timeOf(broadcast.startedAt)) };
}

/** A checkResult in words for the volunteer at the encoder. */
export function checkResultText(
  checkResult: IngestCheckResult,
  { checkResults: texts }: BroadcastMessages,
  locale: string,
): string {
  const number = (value: number): string => formatNumber(value, locale);
  switch (checkResult.id) {
    case "unsupported-video":
    case "unsupported-audio":
      return texts[checkResult.id](codecName(checkResult.codec));
    case "key-frame-interval":
    case "no-key-frame":
    case "no-data":
      return texts[checkResult.id](number(checkResult.seconds));
    case "frame-rate":
      return texts["frame-rate"](number(checkResult.framesPerSecond));
    case "size":
      return texts.size(checkResult.width, checkResult.height);
    case "bit-rate":
      return texts["bit-rate"](number(checkResult.kilobitsPerSecond), number(checkResult.limit));
    case "drops":
      return texts.drops(number(checkResult.perMinute));
    case "time-jumps":
      return texts["time-jumps"](number(checkResult.count));
    case "no-video":
    case "no-audio":
      return texts[checkResult.id];
  }
}

type Fact = { term: string; text: string };

/** What arrives and what it costs, as terms and texts. */
export function broadcastFacts(
  { broadcast, watching, freeBytes, recordedBytes, maxBytes }: StudioIngest,
  { facts: texts }: BroadcastMessages,
  locale: string,
): readonly Fact[] {
  const number = (value: number): string => formatNumber(value, locale);
  const megabits = (kilobits: number): string => texts.rate(number(kilobits / 1_000));
  const disk: readonly Fact[] = [
    { term: texts.disk, text: gigabytes(freeBytes, locale) },
    {
      term: texts.recordings,
      text: texts.recordingsOf(gigabytes(recordedBytes, locale), gigabytes(maxBytes, locale)),
    },
  ];
  if (broadcast === null) return disk;
  const { input, kilobitsPerViewer } = broadcast;
  const goesOut =
    watching === null || kilobitsPerViewer === null
      ? texts.unknown
      : megabits(watching * kilobitsPerViewer);
  const viewers: readonly Fact[] = [
    {
      term: texts.watching,
      text: watching === null ? texts.notCounted : texts.about(number(watching)),
    },
    { term: texts.bandwidth, text: goesOut },
    ...disk,
  ];
  if (input === null) return viewers;
  const { width, height, frameRate, keyFrameSeconds, sampleRate, channels, encoder } = input;
  const hasPicture = width !== null && height !== null;
  return [
    {
      term: texts.picture,
      text: hasPicture
        ? texts.pictureOf(width, height, frameRate === null ? texts.unknown : number(frameRate))
        : texts.unknown,
    },
    {
      term: texts.keyFrames,
      text: keyFrameSeconds === null ? texts.unknown : texts.every(number(keyFrameSeconds)),
    },
    {
      term: texts.sound,
      text:
        sampleRate === null || channels === null
          ? texts.unknown
          : texts.soundOf(number(sampleRate / 1_000), channels),
    },
    { term: texts.bitRate, text: megabits(input.kilobitsPerSecond) },
    { term: texts.drops, text: number(input.drops) },
    ...(encoder === null ? [] : [{ term: texts.encoder, text: encoder }]),
    ...viewers,
  ];
}

const GIGABYTE_BYTES = 1_000_000_000;

/** A size in gigabytes, in words of a language. */
function gigabytes(bytes: number, locale: string): string {
  const unit = { style: "unit", unit: "gigabyte", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, unit).format(bytes / GIGABYTE_BYTES);
}

function formatNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    maximumFractionDigits: value < 1 ? 2 : value < 100 ? 1 : 0,
  }).format(value);
}
