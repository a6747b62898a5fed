import { expect, it } from "vitest";
import { readHlsPlaylist } from "./hls-probe.ts";

function playlist(...lines: string[]): string {
  return ["#EXTM3U", "#EXT-X-TARGETDURATION:4", ...lines].join("\r\n");
}

const SEGMENT = ["#EXTINF:4,", "a.ts"];

function positionOf(...lines: string[]): string {
  const reading = readHlsPlaylist(playlist(...lines));
  return reading.kind === "media" ? reading.position : reading.kind;
}

it.each([
  ["no end", playlist(...SEGMENT), false],
  ["an end", playlist(...SEGMENT, "#EXT-X-ENDLIST"), true],
  ["parts only", playlist('#EXT-X-PART:DURATION=0.3,INDEPENDENT=YES,URI="p.1.mp4"'), false],
])("reads a media playlist with %s", (_what, text, hasEnded) => {
  expect(readHlsPlaylist(text)).toMatchObject({ kind: "media", hasEnded, targetMs: 4_000 });
});

it.each([
  ["a window that moves", ["#EXT-X-MEDIA-SEQUENCE:7", ...SEGMENT]],
  ["a segment more", [...SEGMENT, ...SEGMENT]],
  ["another name", ["#EXTINF:4,", "b.ts"]],
  ["a part after it", [...SEGMENT, '#EXT-X-PART:DURATION=1,URI="a.ts"']],
])("gives another position to %s", (_what, lines) => {
  expect(positionOf(...lines)).not.toBe(positionOf(...SEGMENT));
});

it.each([
  ["another date", ["#EXT-X-PROGRAM-DATE-TIME:2026-11-22T09:00:12Z", ...SEGMENT]],
  ["another signature", ["#EXTINF:4,", "a.ts?token=2/3"]],
  ["another host", ["#EXTINF:4,", "https://cdn2.example.org/x/a.ts"]],
])("keeps the position for %s", (_what, lines) => {
  expect(positionOf(...lines)).toBe(positionOf(...SEGMENT));
});

it("names the renditions of a master playlist once each", () => {
  const text = [
    "#EXTM3U",
    "#EXT-X-STREAM-INF:BANDWIDTH=2\n\n#comment",
    "low/index.m3u8",
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="pictures.m3u8"',
    "#EXT-X-STREAM-INF:BANDWIDTH=1",
    "high/index.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=1",
    "low/index.m3u8",
  ].join("\n");
  const renditions = ["low/index.m3u8", "high/index.m3u8"];
  expect(readHlsPlaylist(text)).toEqual({ kind: "master", renditions });
});

it.each([
  "",
  "<html>",
  "#EXTM3U",
  "#EXTM3U\n#EXTINF:4,\na.ts",
  "#EXTM3U\n#EXT-X-TARGETDURATION:4",
  "#EXTM3U\n#EXT-X-TARGETDURATION:x\n#EXTINF:4,\na.ts",
  "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n",
])("rejects %j", (text) => {
  expect(readHlsPlaylist(text)).toEqual({ kind: "nonsense" });
});
