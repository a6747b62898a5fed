import { assert, array, integer, property, uint8Array } from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { AAC_STEREO } from "#ingest/testing/fake-encoder.ts";
import { monoConfig, readAdts, writeAdts } from "./adts.ts";
import { createSoundEncoder, ffmpegCommand, type Sound } from "./sound-encoder.ts";
import { readAudioConfig, SILENT_CONFIG, silentFrame } from "./stream-config.ts";

const PROGRAM = new URL("../testing/fake-sound-program.ts", import.meta.url).pathname;
const STEREO = SILENT_CONFIG;
const OTHER = readAudioConfig(AAC_STEREO) ?? STEREO;
const MONO = monoConfig(48_000) ?? STEREO;

/** An encoder whose program is the fake one, or another command. */
function encoderBy(mode: string | readonly string[], segmentMs = 20_000) {
  const faults: string[] = [];
  const clock = { ms: 0 };
  const command = typeof mode === "string" ? [process.execPath, PROGRAM, mode] : mode;
  const encoder = createSoundEncoder({
    command,
    onFault: (message) => faults.push(message),
    now: () => clock.ms,
    limits: { startMs: segmentMs, segmentMs, restartMs: 30_000 },
  });
  onTestFinished(() => encoder.close());
  return { encoder, faults, clock };
}

function sound(frames: number, from = 0, config = STEREO): Sound {
  const samples = Array.from({ length: frames }, (_, index) => ({
    data: Uint8Array.of(0x21, index),
    presentation: (from + index) * 0.02,
  }));
  return { config, samples };
}

/** Number that the fake program gave a frame; null for silence of the start. */
const numberOf = ({ data }: { data: Uint8Array }) =>
  data.length === 3 ? ((data[1] ?? 0) << 8) | (data[2] ?? 0) : null;

describe("a sound encoder", () => {
  it("returns as many frames at the same times, the last ones of a segment with the next", async () => {
    const { encoder, faults } = encoderBy("endless");
    const one = await encoder.encode(sound(94));
    const two = await encoder.encode(sound(93, 94));
    const times = (part: Sound | null) => part?.samples.map(({ presentation }) => presentation);
    expect(times(one)).toEqual(times(sound(94)));
    expect(times(two)).toEqual(times(sound(93, 94)));
    const samples = [...(one?.samples ?? []), ...(two?.samples ?? [])];
    expect(samples.slice(0, 4).map(({ data }) => data)).toEqual(
      Array.from({ length: 4 }, () => silentFrame(MONO)),
    );
    expect(samples.slice(4).map(numberOf)).toEqual(Array.from({ length: 183 }, (_, at) => at));
    expect(one?.config).toEqual(MONO);
    expect(faults).toEqual([]);
  });

  it("leaves the sound as it is when the program ends, and starts it again after a while", async () => {
    const { encoder, faults, clock } = encoderBy("150");
    expect(await encoder.encode(sound(94))).not.toBeNull();
    expect(await encoder.encode(sound(94))).toBeNull();
    expect(faults).toEqual(["out of memory"]);
    clock.ms += 29_000;
    expect(await encoder.encode(sound(94))).toBeNull();
    clock.ms += 2_000;
    expect((await encoder.encode(sound(94)))?.samples).toHaveLength(94);
    expect(faults).toHaveLength(1);
  });

  it("gives up a program that is silent, and in the end all programs", async () => {
    const { encoder, faults, clock } = encoderBy("silent", 1);
    for (let segment = 0; segment < 20; segment++) {
      expect(await encoder.encode(sound(94))).toBeNull();
      clock.ms += 3_600_000;
    }
    expect(faults).toEqual(Array.from({ length: 5 }, () => "No sound within 1 ms"));
  });

  it.each([
    ["a program that does not exist", ["/bin/sh", "-c", "exec /none/ffmpeg"]],
    ["no program in the path", ffmpegCommand("reign-no-such-program")],
  ])("is off without a fault with %s", async (_name, command) => {
    const { encoder, faults, clock } = encoderBy(command);
    expect(await encoder.encode(sound(94))).toBeNull();
    clock.ms += 3_600_000;
    expect(await encoder.encode(sound(94))).toBeNull();
    expect(faults).toEqual([]);
  });

  it.each([
    ["no ADTS", ["/bin/sh", "-c", "cat >/dev/null & echo something else; wait"]],
    ["more than it was given", ["/bin/sh", "-c", "printf '\\377\\361\\114' && cat /dev/zero"]],
  ])("gives up a program that writes %s", async (_name, command) => {
    const { encoder, faults } = encoderBy(command);
    expect(await encoder.encode(sound(94))).toBeNull();
    expect(faults).toEqual(["No ADTS"]);
  });

  it("encodes another format by another program, and leaves what ADTS cannot hold as it is", async () => {
    const { encoder, faults } = encoderBy("endless");
    await encoder.encode(sound(94));
    const other = await encoder.encode(sound(94, 94, OTHER));
    expect(other?.config).toEqual(monoConfig(44_100));
    expect(other?.samples.slice(4).map(numberOf)[0]).toBe(0);
    expect(await encoder.encode(sound(94, 188, { ...OTHER, frameSamples: 960 }))).toBeNull();
    expect(await encoder.encode(sound(94, 282, { ...OTHER, sampleRate: 47_999 }))).toBeNull();
    expect((await encoder.encode(sound(94, 376)))?.config).toEqual(MONO);
    expect(faults).toEqual([]);
  });

  it("returns nothing once it is closed, also to a segment that waits", async () => {
    const { encoder, faults } = encoderBy("silent");
    const waiting = encoder.encode(sound(94));
    encoder.close();
    expect(await waiting).toBeNull();
    expect(await encoder.encode(sound(94))).toBeNull();
    expect(faults).toEqual([]);
  });
});

it("reads the frames of ADTS however the bytes are split", () => {
  const frames = array(uint8Array({ minLength: 1, maxLength: 600 }), { maxLength: 12 });
  assert(
    property(frames, integer({ min: 1, max: 700 }), (written, size) => {
      const bytes = writeAdts(STEREO, written) ?? new Uint8Array();
      const found: Uint8Array[] = [];
      let waiting = new Uint8Array();
      for (let at = 0; at < bytes.length; at += size) {
        const part = readAdts(Buffer.concat([waiting, bytes.subarray(at, at + size)]));
        found.push(...part.frames);
        waiting = Uint8Array.from(part.rest);
      }
      expect(found.map((frame) => [...frame])).toEqual(written.map((frame) => [...frame]));
      expect(waiting).toHaveLength(0);
    }),
  );
  expect(writeAdts(STEREO, [new Uint8Array(8_185)])).toBeNull();
});

it("throws nothing but its own error for other bytes", () => {
  const errorOf = (bytes: Uint8Array): unknown => {
    try {
      readAdts(bytes);
      return null;
    } catch (error) {
      return error;
    }
  };
  assert(
    property(uint8Array({ maxLength: 200 }), (bytes) => {
      const error = errorOf(bytes);
      expect(error === null || error instanceof RangeError).toBe(true);
    }),
  );
});
