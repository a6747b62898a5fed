import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeEngine } from "./speech.fixture.ts";
import { createSpeaker } from "./speech.ts";

const PARTS = ["In the beginning.", "And the earth was without form.", "Let there be light."];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("reading aloud", () => {
  it("speaks at once, slowly and low, in a male voice", () => {
    const engine = createFakeEngine(["Karen", "Daniel"]);
    createSpeaker(engine).read({ texts: PARTS, language: "en" });
    expect(engine.spoken).toEqual([
      { text: PARTS[0], rate: 0.75, pitch: 0.8, volume: 1, voiceName: "Daniel" },
    ]);
    expect(engine.cancels.count).toBe(1);
  });

  it("reports the current part and becomes idle at the end", () => {
    const engine = createFakeEngine(["Daniel"]);
    const speaker = createSpeaker(engine);
    const seen: string[] = [];
    speaker.subscribe(() => seen.push(JSON.stringify(speaker.current())));
    speaker.read({ texts: PARTS, language: "en", from: 1 });
    engine.finish();
    engine.finish();
    expect(seen).toEqual([
      '{"status":"speaking","part":1}',
      '{"status":"speaking","part":2}',
      '{"status":"idle"}',
    ]);
    expect(engine.spoken.map(({ text }) => text)).toEqual(PARTS.slice(1));
  });

  it("pauses and resumes at the same position", () => {
    const engine = createFakeEngine(["Daniel"]);
    const speaker = createSpeaker(engine);
    speaker.read({ texts: PARTS, language: "en" });
    engine.finish();
    speaker.pause();
    expect(speaker.current()).toEqual({ status: "paused", part: 1 });
    speaker.resume();
    expect(speaker.current()).toEqual({ status: "speaking", part: 1 });
    expect(engine.spoken.map(({ text }) => text)).toEqual([PARTS[0], PARTS[1], PARTS[1]]);
  });

  it("stops and ignores later events of the engine", () => {
    const engine = createFakeEngine(["Daniel"]);
    const speaker = createSpeaker(engine);
    speaker.read({ texts: PARTS, language: "en" });
    speaker.stop();
    engine.finish();
    vi.advanceTimersByTime(60_000);
    expect(speaker.current()).toEqual({ status: "idle" });
    expect(engine.spoken).toHaveLength(1);
  });

  it("skips an utterance that the engine loses", () => {
    const engine = createFakeEngine(["Daniel"]);
    const speaker = createSpeaker(engine);
    speaker.read({ texts: PARTS, language: "en" });
    vi.advanceTimersByTime(6_000);
    expect(speaker.current()).toEqual({ status: "speaking", part: 1 });
  });

  it("skips a failed utterance, but not one that it cancelled itself", () => {
    const engine = createFakeEngine(["Daniel"]);
    const speaker = createSpeaker(engine);
    speaker.read({ texts: PARTS, language: "en" });
    engine.fail("synthesis-failed");
    expect(speaker.current()).toEqual({ status: "speaking", part: 1 });
    engine.fail("interrupted");
    expect(speaker.current()).toEqual({ status: "speaking", part: 1 });
  });
});

describe("voices that are not loaded yet", () => {
  it("are awaited", async () => {
    const engine = createFakeEngine([]);
    const speaker = createSpeaker(engine);
    speaker.read({ texts: PARTS, language: "en" });
    expect(engine.spoken).toEqual([]);
    engine.setVoices(["Daniel"]);
    await vi.advanceTimersByTimeAsync(0);
    expect(engine.spoken).toHaveLength(1);
  });

  it("time out after 5 s with an error state", async () => {
    const speaker = createSpeaker(createFakeEngine([]));
    speaker.read({ texts: PARTS, language: "en" });
    await vi.advanceTimersByTimeAsync(4_900);
    expect(speaker.current()).toEqual({ status: "speaking", part: 0 });
    await vi.advanceTimersByTimeAsync(500);
    expect(speaker.current()).toEqual({ status: "no-voices" });
  });

  it("never load for another language or without speech in the browser", async () => {
    const french = createSpeaker(createFakeEngine(["Daniel"]));
    french.read({ texts: PARTS, language: "fr" });
    expect(french.current()).toEqual({ status: "no-voices" });
    const none = createSpeaker(null);
    none.read({ texts: PARTS, language: "en" });
    await vi.advanceTimersByTimeAsync(0);
    expect(none.current()).toEqual({ status: "no-voices" });
  });
});
