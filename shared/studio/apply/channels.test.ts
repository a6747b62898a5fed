import { uploadedPoster } from "#shared/live/poster.domain.ts";
import { describe, expect, it } from "vitest";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { applyChannels } from "./apply-documents.ts";

const MEDIA = {
  lineups: { english: [], french: [] },
  clips: new Map([["clip-one", null]]),
  pictures: new Set(["cross.png"]),
};
const STREAM = { kind: "hls", url: "https://stream.example.org/live.m3u8" } as const;
const NAME = { en: "Prayer", fr: "Prière" };

function document(id: string, body: StudioDocument["body"]): StudioDocument {
  return { kind: "channel", id, body, version: 1, updatedAt: null, updatedBy: null };
}

function apply(...documents: StudioDocument[]) {
  const { ministry, faults } = applyChannels(testMinistry(), documents, MEDIA);
  return { channels: ministry.channels, ids: Object.keys(ministry.channels), faults };
}

describe("applyChannels", () => {
  it("replaces the fields of a document and keeps the file's others", () => {
    const { channels, faults } = apply(document("english", { fallback: STREAM, use: "fallback" }));
    expect(faults).toEqual([]);
    expect(channels["english"]).toEqual({
      ...testMinistry().channels["english"],
      fallback: STREAM,
      use: "fallback",
    });
    expect(channels["french"]).toEqual(testMinistry().channels["french"]);
  });

  it("adds a channel, hides one, and orders them", () => {
    const added = document("prayer", { name: NAME, language: "fr", source: STREAM, position: 0 });
    expect(apply(added).ids).toEqual(["english", "prayer", "french"]);
    expect(apply(added, document("english", { position: 5 })).ids).toEqual([
      "prayer",
      "french",
      "english",
    ]);
    expect(apply(added, document("english", { isHidden: true })).ids).toEqual(["prayer", "french"]);
  });

  it("uses the file for removed documents", () => {
    expect(apply(document("english", null)).channels).toEqual(testMinistry().channels);
  });

  it("keeps one channel when all are hidden", () => {
    const { ids, faults } = apply(
      document("english", { isHidden: true }),
      document("french", { isHidden: true }),
    );
    expect(ids).toEqual(["english"]);
    expect(faults).toEqual([{ kind: "channel", id: "english", message: expect.any(String) }]);
  });

  it.each<[string, StudioDocument, RegExp]>([
    ["a field that no channel has", document("english", { colour: "red" }), /./],
    [
      "a line-up that does not exist",
      document("english", { source: { kind: "linear", lineupId: "german" } }),
      /no line-up "german"/,
    ],
    [
      "a back-up line-up that does not exist",
      document("english", { fallback: { kind: "linear", lineupId: "toString" } }),
      /no line-up/,
    ],
    [
      "a clip that does not exist",
      document("english", { poster: "clip-nine" }),
      /no picture "clip-nine"/,
    ],
    ["a file that does not exist", document("english", { poster: "other.png" }), /no picture/],
    ["a back-up that it does not have", document("english", { use: "fallback" }), /no backup/],
    [
      "a new channel without a source",
      document("prayer", { name: NAME, language: "fr" }),
      /needs a name/,
    ],
    [
      "an id that cannot be part of a URL",
      document("../x", { name: NAME, language: "fr", source: STREAM }),
      /id/,
    ],
    [
      "an id of an object's own works",
      document("__proto__", { name: NAME, language: "fr", source: STREAM }),
      /id/,
    ],
  ])("skips and reports %s", (_what, broken, message) => {
    const { channels, faults } = apply(broken);
    expect(channels).toEqual(testMinistry().channels);
    expect(faults).toEqual([
      { kind: "channel", id: broken.id, message: expect.stringMatching(message) },
    ]);
  });

  it("accepts an existing poster", () => {
    expect(apply(document("english", { poster: "clip-one" })).faults).toEqual([]);
    expect(apply(document("english", { poster: "cross.png" })).faults).toEqual([]);
    const uploaded = uploadedPoster("0a".repeat(16));
    expect(apply(document("english", { poster: uploaded })).faults).toEqual([]);
  });
});
