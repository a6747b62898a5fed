import { expect, it } from "vitest";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import { channelStatus, describeSource } from "./channel-status.domain.ts";

type Status = LiveStatus["channels"][number];

const { en } = channelsMessages;
const STATUS: Status = { id: "english", state: "rerun", since: null, title: null };

it.each<[Partial<Status> | null, string, string]>([
  [null, "off", en.live.unread],
  [{ state: "live" }, "good", "On air"],
  [{ state: "rerun" }, "good", en.live.rerun],
  [{ state: "unknown" }, "good", en.live.unknown],
  [{ state: "scheduled" }, "off", en.live.scheduled],
  [{ state: "offline" }, "warn", "Nobody is sending"],
  [{ state: "down" }, "bad", "The source does not answer"],
  [{ state: "offline", instead: { why: "off" } }, "off", "Off air"],
  [{ instead: { why: "chosen" } }, "warn", "On air, from the back-up"],
  [
    { instead: { why: "down", since: "10:42" } },
    "bad",
    "The source has not answered since at 10:42. The back-up plays.",
  ],
  [
    { instead: { why: "silent", since: "10:42" } },
    "bad",
    "The source has sent nothing since at 10:42. The back-up plays.",
  ],
])("describes a channel with %j by status and text", (does, tone, text) => {
  const light = channelStatus(does && { ...STATUS, ...does }, en, (time) => `at ${time}`);
  expect(light).toEqual({ tone, text });
});

it.each<[ChannelSource, string]>([
  [{ kind: "linear", lineupId: "english" }, "Our own programme “english”"],
  [{ kind: "hls", url: "https://a.example.org/x.m3u8?key=1" }, "A stream from a.example.org"],
  [{ kind: "youtube", videoId: "AAAAAAAAAA1" }, "YouTube video AAAAAAAAAA1"],
  [{ kind: "youtube", channelId: "UC1" }, "What the YouTube channel UC1 shows live"],
  [{ kind: "iframe", url: "https://p.example.org/1", hosts: [] }, "A player from p.example.org"],
  [
    { kind: "script", src: "https://s.example.org/1", hosts: [], data: {}, attributes: {} },
    "A player script from s.example.org",
  ],
])("describes %j without its URL", (source, text) => {
  expect(describeSource(source, en)).toBe(text);
});
