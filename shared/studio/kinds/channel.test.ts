import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { channelBody } from "./channel.ts";

const SCRIPT = { kind: "script", src: "https://a.example.org/x.js", hosts: ["a.example.org"] };

describe("channelBody", () => {
  it("accepts a single field", () => {
    expect(v.parse(channelBody, { isOffAir: true })).toEqual({ isOffAir: true });
    expect(v.parse(channelBody, {})).toEqual({});
    const source = { kind: "ingest" };
    expect(v.parse(channelBody, { source })).toEqual({ source });
  });

  it.each<[string, object]>([
    ["an unknown field", { onLoad: "alert(1)" }],
    ["a name without end", { name: { en: "x".repeat(81), fr: "x" } }],
    ["a language that the site does not speak", { language: "xx" }],
    ["a stream without TLS", { source: { kind: "hls", url: "http://a.example.org/x.m3u8" } }],
    ["a stream of our own network", { source: { kind: "hls", url: "https://10.0.0.1/x.m3u8" } }],
    ["a link with a password", { source: { kind: "hls", url: "https://a:b@c.example.org/x" } }],
    [
      "a script address",
      { source: { kind: "iframe", url: "javascript:alert(1)", hosts: ["a.example.org"] } },
    ],
    ["a data address", { fallback: { kind: "hls", url: "data:,x" } }],
    [
      "a host of our own network",
      { source: { kind: "iframe", url: "https://a.example.org/", hosts: ["nas.local"] } },
    ],
    [
      "a policy in place of a host",
      {
        source: {
          kind: "iframe",
          url: "https://a.example.org/",
          hosts: ["a.example.org; script-src *"],
        },
      },
    ],
    [
      "too many hosts",
      {
        source: {
          kind: "hls",
          url: "https://a.example.org/x",
          hosts: Array.from({ length: 21 }, (_, at) => `h${at}.example.org`),
        },
      },
    ],
    [
      "an address without end",
      { source: { kind: "hls", url: `https://a.example.org/${"x".repeat(2_000)}` } },
    ],
    ["a video that is none", { source: { kind: "youtube", videoId: "<script>xss" } }],
    ["a platform without video and channel", { source: { kind: "youtube" } }],
    [
      "code in a script's attributes",
      { source: { ...SCRIPT, attributes: { onload: "alert(1)" } } },
    ],
    [
      "another address in them",
      { source: { ...SCRIPT, attributes: { src: "https://evil.example.org" } } },
    ],
    ["a book in a script's data", { source: { ...SCRIPT, data: { a: "x".repeat(501) } } }],
    ["HTML for an element's name", { source: { ...SCRIPT, mountId: '"><script>' } }],
    ["broadcasts of its own for a back-up", { fallback: { kind: "ingest" } }],
    [
      "an address of its own broadcasts",
      { source: { kind: "ingest", url: "https://a.example.org" } },
    ],
    ["a poster elsewhere", { poster: "../../etc/passwd.png" }],
    ["a poster by address", { poster: "https://evil.example.org/x.svg" }],
    ["a back-up after no time", { fallbackAfterSeconds: 0 }],
    ["a place that is none", { position: -1 }],
    ["an object's own works", JSON.parse('{"__proto__": {"isHidden": true}}')],
    ["a word for a switch", { isHidden: "yes" }],
  ])("rejects %s", (_what, body) => {
    expect(v.is(channelBody, body)).toBe(false);
  });
});
