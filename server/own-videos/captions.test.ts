import { assert, constantFrom, property, string } from "fast-check";
import { expect, it } from "vitest";
import { CaptionsError, plainCaptions } from "./captions.domain.ts";

it("writes SRT with markup as plain WebVTT, in the order of the times", () => {
  const srt = [
    "2",
    "00:00:04,000 --> 00:00:06,500 X1:10",
    '<font color="red">Come <b>home</b></font><script>alert(1)</script>',
    "{\\an8}to the Father & me",
    "",
    "1",
    "0:01,000 --> 0:03,250",
    "<i>Dear ones</i> &lt;b&gt; 1 < 2",
  ].join("\r\n");
  expect(plainCaptions(`\uFEFF${srt}`)).toBe(
    [
      "WEBVTT",
      "",
      "00:00:01.000 --> 00:00:03.250",
      "Dear ones &lt;b&gt; 1 &lt; 2",
      "",
      "00:00:04.000 --> 00:00:06.500",
      "Come homealert(1)",
      "to the Father &amp; me",
      "",
    ].join("\n"),
  );
});

it("leaves out styles, notes, regions and positions of WebVTT", () => {
  const vtt = [
    "WEBVTT - a title",
    "",
    "STYLE",
    "::cue { background: url(https://example.org/x) }",
    "",
    "NOTE",
    "by Ann",
    "",
    "intro",
    "00:01.000 --> 00:02.000 line:0 position:20%",
    "<v Ann><c.loud>Peace</c></v><00:01.500> be with you",
    "",
  ].join("\n");
  expect(plainCaptions(vtt)).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nPeace be with you\n");
  expect(plainCaptions(plainCaptions(vtt))).toBe(plainCaptions(vtt));
});

it.each([
  ["an empty file", ""],
  ["a page", "<html><body>Hello</body></html>"],
  ["times that are none", "00:00:01 --> 00:00:02\nHello"],
  ["an end before the start", "00:00:02,000 --> 00:00:01,000\nHello"],
  ["minutes that are none", "00:61:02,000 --> 00:62:01,000\nHello"],
  ["cues without a line between", "00:01.000 --> 00:02.000\nOne\n00:02.000 --> 00:03.000\nTwo"],
  ["a cue of many lines", `00:01.000 --> 00:02.000\n${"Hello\n".repeat(9)}`],
  ["cues of tags alone", "00:01.000 --> 00:02.000\n<b></b>"],
])("rejects %s", (_name, text) => {
  expect(() => plainCaptions(text)).toThrow(CaptionsError);
});

it.each(["<a", "{\\", "&lt;", "<!--", "\u0000"])("reads a megabyte of %j in one line", (text) => {
  const cue = `00:01.000 --> 00:02.000\nWord ${text.repeat(250_000)}`;
  expect(plainCaptions(cue).length).toBeLessThan(3_000);
});

const UNITS = ["<", ">", "&", "lt;", "amp;", "b", "/", "!--", "\u0000", "\u202e", "é", "{\\", "}"];

it("lets no markup pass, whatever the text is", () => {
  assert(
    property(string({ unit: constantFrom(...UNITS), maxLength: 100 }), (text) => {
      const cue = `00:01.000 --> 00:02.000\nWord ${text.replaceAll(/\s|-->/g, "")}`;
      const [, ...lines] = plainCaptions(cue).split("\n").slice(2);
      expect(lines.join("\n")).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    }),
  );
});
