import { expect, test } from "vitest";
import { readHlsPlaylist } from "./hls-probe.ts";

const NOW_MS = Date.parse("2026-11-22T09:00:30Z");

function playlist(...lines: string[]): string {
  return ["#EXTM3U", "#EXT-X-TARGETDURATION:4", ...lines].join("\r\n");
}

test.each([
  ["no dates and no end", playlist("#EXTINF:4,", "a.ts"), "live"],
  ["an end", playlist("#EXTINF:4,", "a.ts", "#EXT-X-ENDLIST"), "offline"],
  [
    "a newest segment of 10 s ago",
    playlist(
      "#EXT-X-PROGRAM-DATE-TIME:2026-11-22T09:00:12Z",
      "#EXTINF:4,",
      "a.ts",
      "#EXTINF:4,",
      "b.ts",
    ),
    "live",
  ],
  [
    "a newest segment of 14 s ago",
    playlist("#EXT-X-PROGRAM-DATE-TIME:2026-11-22T09:00:12Z", "#EXTINF:4,", "a.ts"),
    "offline",
  ],
  [
    "a date that is none",
    playlist("#EXT-X-PROGRAM-DATE-TIME:yesterday", "#EXTINF:4,", "a.ts"),
    "live",
  ],
])("a media playlist with %s is %s", (_what, text, state) => {
  expect(readHlsPlaylist(text, NOW_MS)).toEqual({ kind: "media", state: expect.any(String) });
  expect(readHlsPlaylist(text, NOW_MS)).toMatchObject({ state });
});

test("a master playlist names its first rendition", () => {
  const text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\n#comment\nlow/index.m3u8\n";
  expect(readHlsPlaylist(text, NOW_MS)).toEqual({
    kind: "master",
    firstRendition: "low/index.m3u8",
  });
});

test.each([
  "",
  "<html>",
  "#EXTM3U",
  "#EXTM3U\n#EXTINF:4,\na.ts",
  "#EXTM3U\n#EXT-X-TARGETDURATION:4",
  "#EXTM3U\n#EXT-X-TARGETDURATION:x\n#EXTINF:4,\na.ts",
  "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n",
])("%j is nonsense", (text) => {
  expect(readHlsPlaylist(text, NOW_MS)).toEqual({ kind: "nonsense" });
});
