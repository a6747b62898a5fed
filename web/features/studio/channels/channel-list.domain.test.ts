import { describe, expect, it } from "vitest";
import { channelNamed } from "#shared/live/channels.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { listChannels, switchSourceChanges } from "./channel-list.domain.ts";

const STREAM = { kind: "hls", url: "https://stream.example.org/live.m3u8" } as const;
const FILE = testMinistry().channels;

function document(id: string, body: StudioDocument["body"]): StudioDocument {
  return { kind: "channel", id, body, version: 3, updatedAt: null, updatedBy: null };
}

describe("listChannels", () => {
  it("returns channels of the file and added ones, also hidden ones, in their order", () => {
    const channels = listChannels(FILE, [
      document("english", { isHidden: true }),
      document("prayer", { name: { en: "Prayer", fr: "Prière" }, source: STREAM, position: 1 }),
    ]);
    expect(channels.map(({ id, version }) => [id, version])).toEqual([
      ["english", 3],
      ["french", 0],
      ["prayer", 3],
    ]);
    expect(channels[0]?.body).toEqual({ ...FILE["english"], isHidden: true });
    expect(channels[2]?.file).toBeNull();
  });

  it("shows the file's channel when its document is unreadable", () => {
    const [english] = listChannels(FILE, [document("english", { source: "nonsense" })]);
    expect(english?.body).toEqual(channelNamed(FILE, "english"));
  });
});

describe("switching to a new source", () => {
  const english = channelNamed(FILE, "english");

  it("keeps the previous source as the back-up and goes on air", () => {
    expect(switchSourceChanges(english, STREAM)).toEqual({
      source: STREAM,
      fallback: english.source,
      use: "source",
      isOffAir: false,
    });
  });

  it("keeps an existing back-up", () => {
    const channel = { ...english, fallback: { kind: "linear", lineupId: "french" } as const };
    expect(switchSourceChanges(channel, STREAM)).not.toHaveProperty("fallback");
  });
});
