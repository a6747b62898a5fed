import { BitReader } from "./bit-reader.ts";

/** Parameters of the pictures that follow. */
export type VideoConfig = {
  /** Body of the avcC box. */
  readonly description: Uint8Array;
  /** As in RFC 6381. */
  readonly codec: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
};

/** Parameters of the sound that follows. */
export type AudioConfig = {
  /** AudioSpecificConfig. */
  readonly description: Uint8Array;
  /** As in RFC 6381. */
  readonly codec: string;
  /** Of the AAC core: HE-AAC plays at twice this rate. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Length of a frame in samples. */
  readonly frameSamples: number;
};

/** Larger pictures are a damaged header. */
const MAX_PIXELS_PER_SIDE = 8192;

/** Reads the body of an avcC box (ISO 14496-15, 5.3.3.1); null when it is damaged. */
export function readVideoConfig(description: Uint8Array): VideoConfig | null {
  const [version, profile, compatibility, level, , count] = description;
  if (version !== 1 || count === undefined || (count & 31) === 0) return null;
  const length = ((description[6] ?? 0) << 8) | (description[7] ?? 0);
  const parameters = description.subarray(8, 8 + length);
  if (parameters.length < length) return null;
  const size = pictureSize(parameters);
  if (!size) return null;
  const hex = [profile, compatibility, level].map((byte) =>
    (byte ?? 0).toString(16).padStart(2, "0"),
  );
  return { description, codec: `avc1.${hex.join("")}`, ...size };
}

/** Profiles with chroma format and scaling lists in their header. */
const HIGH_PROFILES: readonly number[] = [100, 110, 122, 244, 44, 83, 86, 118, 128];

/** Size of the pictures by a sequence parameter set (H.264, 7.3.2.1.1). */
function pictureSize(unit: Uint8Array): { width: number; height: number } | null {
  try {
    const reader = new BitReader(withoutEmulationBytes(unit));
    if ((reader.read(8) & 31) !== 7) return null;
    const profile = reader.read(8);
    reader.skip(16);
    reader.readUnsigned();
    const chromaFormat = HIGH_PROFILES.includes(profile) ? readHighProfile(reader) : 1;
    reader.readUnsigned();
    skipPictureOrder(reader);
    reader.readUnsigned();
    reader.skip(1);
    const columns = reader.readUnsigned() + 1;
    const rows = reader.readUnsigned() + 1;
    const fieldFactor = reader.read(1) === 1 ? 1 : 2;
    if (fieldFactor === 2) reader.skip(1);
    reader.skip(1);
    const crop = reader.read(1) === 1 ? readCrop(reader) : { x: 0, y: 0 };
    const unitX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1;
    const unitY = (chromaFormat === 1 ? 2 : 1) * fieldFactor;
    const width = columns * 16 - crop.x * unitX;
    const height = rows * 16 * fieldFactor - crop.y * unitY;
    return isPlausible(width) && isPlausible(height) ? { width, height } : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isPlausible(side: number): boolean {
  return side > 0 && side <= MAX_PIXELS_PER_SIDE;
}

/** @returns the chroma format. */
function readHighProfile(reader: BitReader): number {
  const chromaFormat = reader.readUnsigned();
  if (chromaFormat === 3) reader.skip(1);
  reader.readUnsigned();
  reader.readUnsigned();
  reader.skip(1);
  if (reader.read(1) === 1) {
    const lists = chromaFormat === 3 ? 12 : 8;
    for (let list = 0; list < lists; list++) {
      if (reader.read(1) === 1) skipScalingList(reader, list < 6 ? 16 : 64);
    }
  }
  return chromaFormat;
}

function skipScalingList(reader: BitReader, size: number): void {
  let last = 8;
  for (let index = 0; index < size; index++) {
    const next = (last + reader.readSigned() + 256) % 256;
    if (next === 0) return;
    last = next;
  }
}

function skipPictureOrder(reader: BitReader): void {
  const type = reader.readUnsigned();
  if (type === 0) reader.readUnsigned();
  if (type !== 1) return;
  reader.skip(1);
  reader.readSigned();
  reader.readSigned();
  const count = reader.readUnsigned();
  for (let index = 0; index < count; index++) reader.readSigned();
}

function readCrop(reader: BitReader): { x: number; y: number } {
  const left = reader.readUnsigned();
  const right = reader.readUnsigned();
  const top = reader.readUnsigned();
  return { x: left + right, y: top + reader.readUnsigned() };
}

/** Removes the byte 3 after two zeros (H.264, 7.4.1). */
function withoutEmulationBytes(unit: Uint8Array): Uint8Array {
  return unit.filter(
    (byte, index) => !(byte === 3 && unit[index - 1] === 0 && unit[index - 2] === 0),
  );
}

export const SAMPLE_RATES: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const EXPLICIT_RATE = 15;
/** Object type of AAC-LC, the only core that all players have. */
const LOW_COMPLEXITY = 2;
/** Object types of HE-AAC, whose headers name the core's type after the rate of the output. */
const SPECTRAL_REPLICATION: readonly number[] = [5, 29];

/** Reads an AudioSpecificConfig (ISO 14496-3, 1.6.2.1); null when it is damaged, has no channel layout or is not AAC-LC
 * or HE-AAC. */
export function readAudioConfig(description: Uint8Array): AudioConfig | null {
  try {
    const reader = new BitReader(description);
    const objectType = readObjectType(reader);
    const sampleRate = readSampleRate(reader);
    const layout = reader.read(4);
    const channels = layout === 7 ? 8 : layout;
    let coreType = objectType;
    if (SPECTRAL_REPLICATION.includes(objectType)) {
      readSampleRate(reader);
      coreType = readObjectType(reader);
    }
    if (sampleRate < 7_350 || sampleRate > 96_000 || channels < 1 || channels > 8) return null;
    if (coreType !== LOW_COMPLEXITY) return null;
    const frameSamples = reader.read(1) === 1 ? 960 : 1024;
    return { description, codec: `mp4a.40.${objectType}`, sampleRate, channels, frameSamples };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readObjectType(reader: BitReader): number {
  const type = reader.read(5);
  return type === 31 ? 32 + reader.read(6) : type;
}

function readSampleRate(reader: BitReader): number {
  const index = reader.read(4);
  return index === EXPLICIT_RATE ? reader.read(24) : (SAMPLE_RATES[index] ?? 0);
}

/** Declares the sound of a broadcast whose encoder sends none: AAC-LC, 48 kHz, stereo. */
export const SILENT_CONFIG: AudioConfig = {
  description: Uint8Array.of(0x11, 0x90),
  codec: "mp4a.40.2",
  sampleRate: 48_000,
  channels: 2,
  frameSamples: 1024,
};

const SILENT_MONO = Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80);
const SILENT_STEREO = Uint8Array.of(0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80);

/** An AAC frame without sound; null for layouts beyond stereo, whose holes stay. */
export function silentFrame({ channels }: AudioConfig): Uint8Array | null {
  if (channels === 1) return SILENT_MONO;
  return channels === 2 ? SILENT_STEREO : null;
}

/** Description of a decoder's configuration, as a copy; null when it has none. */
export function descriptionOf(
  config: VideoDecoderConfig | AudioDecoderConfig | null,
): Uint8Array | null {
  const description = config?.description;
  if (description === undefined) return null;
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength).slice()
    : new Uint8Array(description).slice();
}

/** Whether two configurations are the same to a decoder. */
export function isSameConfig(
  one: { readonly description: Uint8Array } | null,
  other: { readonly description: Uint8Array } | null,
): boolean {
  if (!one || !other) return one === other;
  return Buffer.compare(one.description, other.description) === 0;
}
