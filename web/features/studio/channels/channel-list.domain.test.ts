import { describe, expect, it } from "vitest";
import { channelNamed } from "#shared/live/channels.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import {
  listChannels,
  switchSourceChanges,
  channelStatus,
  describeSource,
} from "./channel-list.domain.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";

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

  it("makes no back-up of own broadcasts, which end", () => {
    const channel = { ...english, source: { kind: "ingest" } as const };
    expect(switchSourceChanges(channel, STREAM)).not.toHaveProperty("fallback");
  });

  it("keeps an existing back-up", () => {
    const channel = { ...english, fallback: { kind: "linear", lineupId: "french" } as const };
    expect(switchSourceChanges(channel, STREAM)).not.toHaveProperty("fallback");
  });
});

type Status = LiveStatus["channels"][number];

const { en } = channelsMessages;
const STATUS: Status = { id: "english", state: "rerun", since: null, title: null };

it.each<[Partial<Status> | null, string, string]>([
  [null, "off", en.live.unread],
  [{ state: "live" }, "good", "On air"],
  [{ state: "rerun" }, "good", en.live.rerun],
  [{ state: "unknown" }, "good", en.live.unknown],
  [{ state: "scheduled" }, "off", en.live.scheduled],
  [{ state: "offline" }, "warn", "No signal"],
  [{ state: "down" }, "bad", "The source isn't responding"],
  [{ state: "offline", instead: { why: "off" } }, "off", "Off air"],
  [{ instead: { why: "chosen" } }, "warn", "On air (backup source)"],
  [
    { instead: { why: "down", since: "10:42" } },
    "bad",
    "The source hasn't responded since at 10:42. The backup source is playing.",
  ],
  [
    { instead: { why: "silent", since: "10:42" } },
    "bad",
    "No signal from the source since at 10:42. The backup source is playing.",
  ],
])("describes a channel with %j by status and text", (does, tone, text) => {
  const light = channelStatus(does && { ...STATUS, ...does }, en, (time) => `at ${time}`);
  expect(light).toEqual({ tone, text });
});

it.each<[ChannelSource, string]>([
  [{ kind: "ingest" }, "Our own broadcasts, from OBS or a phone"],
  [{ kind: "linear", lineupId: "english" }, 'Our own programme "english"'],
  [{ kind: "hls", url: "https://a.example.org/x.m3u8?key=1" }, "A stream from a.example.org"],
  [{ kind: "youtube", videoId: "AAAAAAAAAA1" }, "YouTube video AAAAAAAAAA1"],
  [{ kind: "youtube", channelId: "UC1" }, "Live stream of the YouTube channel UC1"],
  [{ kind: "iframe", url: "https://p.example.org/1", hosts: [] }, "A player from p.example.org"],
  [
    { kind: "script", src: "https://s.example.org/1", hosts: [], data: {}, attributes: {} },
    "A player script from s.example.org",
  ],
])("describes %j without its URL", (source, text) => {
  expect(describeSource(source, en)).toBe(text);
});
