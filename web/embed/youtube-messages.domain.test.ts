import { anything, assert, property } from "fast-check";
import { expect, it } from "vitest";
import { youtubeAddress } from "#shared/videos/youtube-address.domain.ts";
import { readYoutubeMessage, youtubeErrorCode } from "./youtube-messages.domain.ts";

it.each([
  ['{"event":"onReady","info":null}', { isAlive: true }],
  ['{"event":"onStateChange","info":1}', { isAlive: true, state: "playing" }],
  ['{"event":"onStateChange","info":0}', { isAlive: true, state: "ended" }],
  ['{"event":"onStateChange","info":99}', { isAlive: true }],
  ['{"event":"onError","info":150}', { isAlive: true, errorNumber: 150 }],
  ['{"event":"onAutoplayBlocked"}', { isAlive: true, isAutoplayBlocked: true }],
  [
    '{"event":"infoDelivery","info":{"currentTime":12.5,"duration":63,"playerState":2,"muted":true}}',
    { isAlive: true, state: "paused", positionSeconds: 12.5, durationSeconds: 63, isMuted: true },
  ],
  [
    '{"event":"infoDelivery","info":{"volume":95,"playbackRate":1.25}}',
    { isAlive: true, volumePercent: 95, speed: 1.25 },
  ],
  ['{"event":"infoDelivery","info":{"currentTime":-1,"duration":"63"}}', { isAlive: true }],
  [
    { event: "onStateChange", info: 3 },
    { isAlive: true, state: "buffering" },
  ],
  ["hello", null],
  ['{"info":1}', null],
  ["null", null],
  [42, null],
])("parses the message %j as %o", (data, expected) => {
  expect(readYoutubeMessage(data)).toEqual(expected);
});

it("the reader never throws", () => {
  expect(() =>
    assert(
      property(anything(), (data) => {
        readYoutubeMessage(data);
        readYoutubeMessage(JSON.stringify(data));
      }),
      { numRuns: 300 },
    ),
  ).not.toThrow();
});

it.each([
  [2, "gone"],
  [5, "media"],
  [100, "gone"],
  [101, "refused"],
  [150, "refused"],
  [152, "identity"],
  [153, "identity"],
  [Number.NaN, "media"],
])("error %d means %s", (number, code) => {
  expect(youtubeErrorCode(number)).toBe(code);
});

it("the player's URL carries every parameter (S2.55, S7.19, S9.20)", () => {
  const url = new URL(
    youtubeAddress({
      playerUrl: "https://www.youtube-nocookie.com/embed/live_stream?channel=UC1",
      origin: "https://tv.example",
      language: "fr",
      startSeconds: 90,
      isMuted: false,
      shouldAutoplay: true,
    }),
  );
  expect(url.origin + url.pathname).toBe("https://www.youtube-nocookie.com/embed/live_stream");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    channel: "UC1",
    autoplay: "1",
    mute: "0",
    playsinline: "1",
    rel: "0",
    enablejsapi: "1",
    origin: "https://tv.example",
    hl: "fr",
    cc_lang_pref: "fr",
    cc_load_policy: "1",
    start: "90",
    vq: "hd1080",
  });
});
