import { expect, it } from "vitest";
import {
  LIVE_WORDS_LIMIT_MS,
  liveTrouble,
  PROBE_LIMIT_MS,
  PROVIDER_WORDS_AFTER_MS,
  TROUBLE_LOOK_AFTER_MS,
} from "./playback-problem.domain.ts";

it.each([
  [{ arrives: true, serverAnswers: false, isOnline: false }, "slow"],
  [{ arrives: false, serverAnswers: true, isOnline: true }, "source"],
  [{ arrives: false, serverAnswers: true, isOnline: false }, "source"],
  [{ arrives: false, serverAnswers: false, isOnline: true }, "server"],
  [{ arrives: false, serverAnswers: false, isOnline: false }, "offline"],
] as const)("%j is called %s", (facts, trouble) => {
  expect(liveTrouble(facts)).toBe(trouble);
});

it("shows its message within eight seconds, including the server check", () => {
  expect(TROUBLE_LOOK_AFTER_MS + PROBE_LIMIT_MS).toBeLessThan(LIVE_WORDS_LIMIT_MS);
  expect(PROVIDER_WORDS_AFTER_MS).toBeLessThan(LIVE_WORDS_LIMIT_MS);
});
