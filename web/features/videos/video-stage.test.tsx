import { expect, it } from "vitest";
import { videoStart } from "./video-stage.tsx";

const LINK = {
  isOurs: false,
  isChosen: false,
  hasConsent: false,
  savesData: false,
  mayAutoplay: true,
};

it.each([
  ["a link to our own video", { ...LINK, isOurs: true }, "play"],
  ["a link to the platform", LINK, "tap"],
  ["a link to the platform, which was let in before", { ...LINK, hasConsent: true }, "play"],
  ["a card of the platform", { ...LINK, isChosen: true }, "play"],
  [
    "a link to our own video while data is saved",
    { ...LINK, isOurs: true, savesData: true },
    "tap",
  ],
  ["a link on a phone", { ...LINK, isOurs: true, mayAutoplay: false }, "tap"],
  ["a card on a phone", { ...LINK, isOurs: true, isChosen: true, mayAutoplay: false }, "play"],
  ["any card while data is saved", { ...LINK, isChosen: true, savesData: true }, "tap"],
  [
    "the platform that was let in, while data is saved",
    { ...LINK, hasConsent: true, savesData: true },
    "tap",
  ],
] as const)("%s: %j starts by %s", (_name, facts, start) => {
  expect(videoStart(facts)).toBe(start);
});
