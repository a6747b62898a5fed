import { expect, it } from "vitest";
import { keepOfferOf } from "./keep-offer.ts";

const sound = { url: "/media/clips/clip-one.m4a?v=1", bytes: 54_000 };
const picture = { url: "/media/clips/clip-one.tiny.mp4?v=1", bytes: 97_000 };

it("reads what may be kept of a video; nothing without a licence for it", () => {
  expect(keepOfferOf({ keep: { sound, picture } })).toEqual({ sound, picture });
  expect(keepOfferOf({ keep: { picture } })).toEqual({ picture });
  const captions = [{ language: "fr", url: "/media/own/clip-own-1/captions.fr.vtt?v=1" }];
  const captioned = { picture: { ...picture, captions } };
  expect(keepOfferOf({ keep: captioned })).toEqual(captioned);
  expect(keepOfferOf({ keep: {} })).toBeNull();
  expect(keepOfferOf({ keep: { sound: { url: 5 } } })).toBeNull();
  expect(keepOfferOf({})).toBeNull();
});
