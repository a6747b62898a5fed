import type { MusicSpec } from "./clips.ts";
import { SEGMENT_SECONDS } from "./film-format.ts";
import { seededRandom } from "./seeded-random.ts";

type MusicVoice = MusicSpec["voice"];

type Tone = {
  startSeconds: number;
  lengthSeconds: number;
  midi: number;
  gain: number;
};

/** Sound of a voice: overtones as [ratio, gain], and an envelope in seconds. */
type Timbre = {
  partials: readonly (readonly [ratio: number, gain: number])[];
  attackSeconds: number;
  /** Time for a struck tone to fall to a third; null for sustained tones, which are released. */
  decaySeconds: number | null;
  releaseSeconds: number;
  vibrato: number;
};

export const SAMPLE_RATE = 48_000;

const SCALE = [0, 2, 4, 5, 7, 9, 11] as const;
const FADE_IN_SECONDS = 0.7;
const FADE_OUT_SECONDS = 1.9;

const PAD: Timbre = {
  partials: [
    [0.998, 0.5],
    [1.002, 0.5],
    [2, 0.2],
    [3, 0.07],
    [4, 0.025],
  ],
  attackSeconds: 1.1,
  decaySeconds: null,
  releaseSeconds: 1.5,
  vibrato: 0,
};

const TIMBRES: Record<MusicVoice, Timbre> = {
  piano: {
    partials: [
      [1, 1],
      [2.001, 0.42],
      [3.003, 0.16],
      [4.006, 0.08],
      [5.01, 0.03],
    ],
    attackSeconds: 0.008,
    decaySeconds: 0.9,
    releaseSeconds: 0.3,
    vibrato: 0,
  },
  bells: {
    partials: [
      [1, 0.9],
      [2.002, 0.4],
      [3.01, 0.14],
      [5.4, 0.035],
    ],
    attackSeconds: 0.006,
    decaySeconds: 1.3,
    releaseSeconds: 0.4,
    vibrato: 0,
  },
  harp: {
    partials: [
      [1, 1],
      [2, 0.5],
      [3, 0.22],
      [4, 0.1],
      [5, 0.04],
    ],
    attackSeconds: 0.005,
    decaySeconds: 0.55,
    releaseSeconds: 0.25,
    vibrato: 0,
  },
  choir: {
    partials: [
      [0.997, 0.45],
      [1.003, 0.45],
      [2, 0.3],
      [3, 0.18],
      [4, 0.05],
    ],
    attackSeconds: 0.5,
    decaySeconds: null,
    releaseSeconds: 0.8,
    vibrato: 0.0035,
  },
  strings: {
    partials: [
      [1, 0.7],
      [2, 0.3],
      [3, 0.18],
      [4, 0.1],
      [5, 0.06],
      [6, 0.03],
    ],
    attackSeconds: 0.32,
    decaySeconds: null,
    releaseSeconds: 0.5,
    vibrato: 0.003,
  },
};

function envelopeAt(timbre: Timbre, seconds: number, lengthSeconds: number): number {
  const attack = Math.min(1, seconds / timbre.attackSeconds);
  const smoothAttack = attack * attack * (3 - 2 * attack);
  const release = Math.min(1, Math.max(0, (lengthSeconds - seconds) / timbre.releaseSeconds));
  const decay = timbre.decaySeconds === null ? 1 : Math.exp(-seconds / timbre.decaySeconds / 1.1);
  return smoothAttack * release * release * decay;
}

function addTone(buffer: Float32Array, timbre: Timbre, tone: Tone): void {
  const frequency = 440 * 2 ** ((tone.midi - 69) / 12);
  const first = Math.round(tone.startSeconds * SAMPLE_RATE);
  const count = Math.min(Math.round(tone.lengthSeconds * SAMPLE_RATE), buffer.length - first);
  for (const [ratio, gain] of timbre.partials) {
    const step = (2 * Math.PI * frequency * ratio) / SAMPLE_RATE;
    // High tones are softer.
    const loudness = tone.gain * gain * Math.min(1, (700 / (frequency * ratio)) ** 0.5);
    let phase = ratio;
    for (let index = 0; index < count; index += 1) {
      const seconds = index / SAMPLE_RATE;
      const bend = timbre.vibrato ? timbre.vibrato * Math.sin(seconds * 31) : 0;
      phase += step * (1 + bend);
      const sample = Math.sin(phase) * loudness * envelopeAt(timbre, seconds, tone.lengthSeconds);
      buffer[first + index] = (buffer[first + index] ?? 0) + sample;
    }
  }
}

/** Adds reverb: parallel damped combs and two all-passes, with coprime lengths in samples. */
function addReverb(dry: Float32Array, wetGain: number): void {
  const wet = new Float32Array(dry.length);
  for (const [length, feedback] of [
    [2473, 0.8],
    [2767, 0.79],
    [3217, 0.77],
    [3571, 0.76],
  ] as const) {
    const line = new Float32Array(length);
    let damped = 0;
    for (let index = 0; index < dry.length; index += 1) {
      const slot = index % length;
      const out = line[slot] ?? 0;
      damped += (out - damped) * 0.35;
      line[slot] = (dry[index] ?? 0) + damped * feedback;
      wet[index] = (wet[index] ?? 0) + out * 0.25;
    }
  }
  for (const length of [347, 1139]) {
    const line = new Float32Array(length);
    for (let index = 0; index < wet.length; index += 1) {
      const slot = index % length;
      const delayed = line[slot] ?? 0;
      const input = (wet[index] ?? 0) + delayed * 0.55;
      line[slot] = input;
      wet[index] = delayed - input * 0.55;
    }
  }
  for (let index = 0; index < dry.length; index += 1) {
    dry[index] = (dry[index] ?? 0) + (wet[index] ?? 0) * wetGain;
  }
}

/**
 * Returns the semitones of a scale step above the tonic; steps count from 0 through the octaves.
 */
function semitones(step: number): number {
  const octave = Math.floor(step / 7);
  return octave * 12 + (SCALE[step - octave * 7] ?? 0);
}

type Bar = { startSeconds: number; degree: number; isLast: boolean };

function bars(spec: MusicSpec, segments: number): Bar[] {
  const degrees = spec.chords.split(" ").map((degree) => Number(degree) - 1);
  return Array.from({ length: segments }, (_, index) => ({
    startSeconds: index * SEGMENT_SECONDS,
    degree: index === segments - 1 ? 0 : (degrees[index % degrees.length] ?? 0),
    isLast: index === segments - 1,
  }));
}

function padTones(spec: MusicSpec, bar: Bar): Tone[] {
  const lengthSeconds = SEGMENT_SECONDS + (bar.isLast ? 0 : 1.4);
  const place = { startSeconds: bar.startSeconds, lengthSeconds };
  const chord = [0, 2, 4].map((third) => {
    // Folding into one octave keeps the movement between chords small.
    const height = semitones(bar.degree + third) % 12;
    return { ...place, midi: spec.tonic + (height > 8 ? height - 12 : height), gain: 0.15 };
  });
  const root = semitones(bar.degree) % 12;
  return [
    ...chord,
    { ...place, midi: spec.tonic - 12 + (root > 6 ? root - 12 : root), gain: 0.24 },
  ];
}

const RHYTHMS: Record<MusicVoice, readonly (readonly number[])[]> = {
  piano: [
    [0, 2, 3, 4, 6],
    [0, 1, 2, 4, 6, 7],
    [0, 3, 4, 6],
  ],
  bells: [
    [0, 2, 4, 5],
    [0, 3, 4, 7],
    [0, 4, 6],
  ],
  harp: [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [0, 1, 2, 3, 4, 6],
    [0, 1, 2, 3, 4, 5, 6],
  ],
  choir: [[0, 4], [0, 3], [0]],
  strings: [
    [0, 4],
    [0, 3, 6],
    [0, 2, 4],
  ],
};

function melodyTones(spec: MusicSpec, bar: Bar, random: () => number): Tone[] {
  const slotSeconds = SEGMENT_SECONDS / 8;
  const patterns = RHYTHMS[spec.voice];
  const pattern = bar.isLast ? [0] : (patterns[Math.floor(random() * patterns.length)] ?? [0]);
  const isSustained = TIMBRES[spec.voice].decaySeconds === null;
  const rise = [0, 2, 4, 7, 9, 7, 4, 2];
  return pattern.map((slot, index) => {
    const next = pattern[index + 1] ?? 8;
    const third = [0, 2, 4, 7][Math.floor(random() * 4)] ?? 0;
    const step =
      bar.degree +
      (spec.voice === "harp" ? (rise[slot] ?? 0) : slot === 0 && bar.isLast ? 0 : third);
    const folded = semitones(step > 9 ? step - 7 : step);
    const octave = spec.voice === "bells" ? 24 : spec.voice === "harp" ? 0 : 12;
    return {
      startSeconds: bar.startSeconds + slot * slotSeconds + (isSustained ? 0 : random() * 0.012),
      lengthSeconds: isSustained ? (next - slot) * slotSeconds + 0.5 : 3.4,
      midi: spec.tonic + octave + folded,
      gain: (isSustained ? 0.085 : 0.21) * (slot === 0 ? 1 : 0.72 + random() * 0.2),
    };
  });
}

/** Renders the music of a clip: mono samples at 48 kHz, silent at both ends. */
export function renderMusic(spec: MusicSpec, segments: number, seed: number): Float32Array {
  const buffer = new Float32Array(Math.round(segments * SEGMENT_SECONDS * SAMPLE_RATE));
  const random = seededRandom(seed + 11);
  for (const bar of bars(spec, segments)) {
    for (const tone of padTones(spec, bar)) addTone(buffer, PAD, tone);
    for (const tone of melodyTones(spec, bar, random)) addTone(buffer, TIMBRES[spec.voice], tone);
  }
  addReverb(buffer, 0.55);
  const last = buffer.length - 1;
  for (let index = 0; index <= last; index += 1) {
    const opening = Math.min(1, index / (FADE_IN_SECONDS * SAMPLE_RATE));
    const ending = Math.min(1, (last - index) / (FADE_OUT_SECONDS * SAMPLE_RATE));
    buffer[index] = (buffer[index] ?? 0) * opening * ending * ending;
  }
  return buffer;
}
