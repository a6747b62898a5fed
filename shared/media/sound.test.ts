import { expect, it } from "vitest";
import { bytesAtRate, soundOfChannel, soundOfVideo } from "./sound.ts";

it("has the address and rates of a channel with sound of its own", () => {
  const url = "/live/english/audio.m3u8";
  expect(soundOfChannel({ id: "english", soundRate: 22, pictureRate: 76 })).toEqual({
    url,
    kilobitsPerSecond: 22,
    pictureKilobitsPerSecond: 76,
  });
  expect(soundOfChannel({ id: "english", soundRate: 64 })?.pictureKilobitsPerSecond).toBeNull();
  expect(soundOfChannel({ id: "english", pictureRate: 900 })).toBeNull();
});

it("has the sound of a video that carries it whole", () => {
  const sound = {
    url: "/media/clips/clip-one.m4a?v=1",
    playlist: "/media/clips/clip-one/audio.m3u8?v=1",
    bytes: 54_000,
    seconds: 19.2,
  };
  expect(soundOfVideo({ sound })).toEqual(sound);
  expect(soundOfVideo({ sound: { ...sound, bytes: "54 kB" } })).toBeNull();
  expect(soundOfVideo({})).toBeNull();
});

it("estimates data by rate and time", () => {
  expect(bytesAtRate(32, 3_600)).toBe(14_400_000);
});
