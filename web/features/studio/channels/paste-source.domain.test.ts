import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { channelBody } from "#shared/studio/kinds/channel.ts";
import * as v from "valibot";
import { hostsOf, type PasteFault, pasteSource } from "./paste-source.domain.ts";

const VIDEO = "dQw4w9WgXcQ";
const CHANNEL = "UC1234567890123456789012";

describe("pasted link", () => {
  it.each([
    [`https://www.youtube.com/watch?v=${VIDEO}&t=10`],
    [`https://youtu.be/${VIDEO}?si=abc`],
    [`youtube.com/live/${VIDEO}`],
    [`https://m.youtube.com/shorts/${VIDEO}`],
    [`https://www.youtube-nocookie.com/embed/${VIDEO}`],
    [`  https://www.youtube.com/embed/${VIDEO}\n`],
  ])("reads %s as a video of the platform", (link) => {
    expect(pasteSource(link)).toEqual({
      ok: true,
      value: {
        source: { kind: "youtube", videoId: VIDEO },
        hosts: ["www.youtube-nocookie.com"],
      },
    });
  });

  it.each([
    [`https://www.youtube.com/channel/${CHANNEL}/live`],
    [`https://www.youtube.com/embed/live_stream?channel=${CHANNEL}`],
  ])("reads %s as the live stream of a platform channel", (link) => {
    expect(pasteSource(link)).toMatchObject({
      value: { source: { kind: "youtube", channelId: CHANNEL } },
    });
  });

  it("reads a link that ends in .m3u8 as a stream", () => {
    const url = "https://stream.example.org/live/master.m3u8?token=a%20b";
    expect(pasteSource(url)).toEqual({
      ok: true,
      value: {
        source: { kind: "hls", url },
        hosts: ["stream.example.org"],
      },
    });
  });

  it.each([
    ["https://player.viloud.tv/embed/channel/abc?autoplay=1", "player.viloud.tv"],
    ["https://rumble.com/embed/v123/", "rumble.com"],
    ["https://control.resi.io/webplayer/video.html?id=abc&type=event", "control.resi.io"],
  ])("reads %s as a player in a frame", (url, host) => {
    expect(pasteSource(url)).toEqual({
      ok: true,
      value: {
        source: { kind: "iframe", url, hosts: [host] },
        hosts: [host],
      },
    });
  });

  it("converts an international host name to match the schema", () => {
    const pasted = pasteSource("https://embed.пример.рф/live");
    expect(pasted).toMatchObject({ ok: true, value: { hosts: ["embed.xn--e1afmkfd.xn--p1ai"] } });
    expect(pasted.ok && v.is(channelBody, { source: pasted.value.source })).toBe(true);
  });

  it("converts the link of an event to its player", () => {
    expect(pasteSource("https://vimeo.com/event/4711/")).toMatchObject({
      value: {
        source: { kind: "iframe", url: "https://vimeo.com/event/4711/embed" },
      },
    });
  });

  const REFUSED: readonly (readonly [string, PasteFault])[] = [
    ["", "empty"],
    ["   ", "empty"],
    ["x".repeat(10_001), "tooLong"],
    [`https://player.example.org/${"x".repeat(2_000)}`, "tooLong"],
    ["just some words", "notALink"],
    ["javascript:alert(1)", "notALink"],
    ["JaVaScRiPt://player.example.org/%0aalert(1)", "notALink"],
    ["data:text/html,<script>alert(1)</script>", "ownScript"],
    ["data:application/vnd.apple.mpegurl,abc", "notALink"],
    ["blob:https://player.example.org/1", "notALink"],
    ["file:///etc/passwd", "notALink"],
    ["http://stream.example.org/live.m3u8", "notHttps"],
    ["rtmp://a.rtmp.youtube.com/live2/key", "forEncoders"],
    ["srt://ingest.example.org:9000", "forEncoders"],
    ["https://ann:secret@stream.example.org/live.m3u8", "hasPassword"],
    ["https://127.0.0.1/live.m3u8", "privateHost"],
    ["https://2130706433/live.m3u8", "privateHost"],
    ["https://0x7f.1/live.m3u8", "privateHost"],
    ["https://10.0.0.7/live.m3u8", "privateHost"],
    ["https://[::1]/live.m3u8", "privateHost"],
    ["https://[fd00::1]/live.m3u8", "privateHost"],
    ["https://169.254.169.254/latest/meta-data/live.m3u8", "privateHost"],
    ["https://metadata.google.internal/live.m3u8", "privateHost"],
    ["https://camera.local/live.m3u8", "privateHost"],
    ["https://localhost/live.m3u8", "privateHost"],
    ["https://studio.localhost/live.m3u8", "privateHost"],
    ["https://router/live.m3u8", "privateHost"],
    ["0.A0", "privateHost"],
    ["https://stream.example.a0/live.m3u8", "privateHost"],
    ["https://www.youtube.com/@ministry", "channelName"],
    ["https://www.youtube.com/channel/UCshort", "channelName"],
    ["https://www.youtube.com/watch?v=short", "channelName"],
    ["https://www.example.org/live", "webPage"],
  ];
  it.each(REFUSED)("rejects %s", (text, failure) => {
    expect(pasteSource(text)).toEqual({ ok: false, failure });
  });
});

describe("pasted embed code", () => {
  it("takes only the URL of a frame", () => {
    const code = `<div style="padding:56%"><iframe src="https://player.example.org/live?a=1&amp;b=2"
      onload="alert(1)" srcdoc="<script>alert(2)</script>" allow="*"></iframe></div>
      <script src="https://player.example.org/api.js"></script>`;
    expect(pasteSource(code)).toEqual({
      ok: true,
      value: {
        source: {
          kind: "iframe",
          url: "https://player.example.org/live?a=1&b=2",
          hosts: ["player.example.org"],
        },
        hosts: ["player.example.org"],
      },
    });
  });

  it("takes the video of the platform", () => {
    const code = `<iframe width="560" src="https://www.youtube.com/embed/${VIDEO}?si=x"></iframe>`;
    expect(pasteSource(code)).toMatchObject({
      value: { source: { kind: "youtube", videoId: VIDEO } },
    });
  });

  it("takes the stream of a video element", () => {
    const code = `<video controls><source src='//stream.example.org/a.m3u8' type="x"></video>`;
    expect(pasteSource(code)).toMatchObject({
      value: {
        source: { kind: "hls", url: "https://stream.example.org/a.m3u8" },
      },
    });
  });

  it("takes a script's URL, its element and the data of both, but no inline code", () => {
    const code = `<!-- Resi --><div id="resi-video-player" class="wide player" data-embed-id="12-34" onclick="alert(1)"></div>
      <script id="loader" async data-type=event onerror="alert(2)" src="https://control.resi.io/webplayer/loader.min.js"></script>`;
    expect(pasteSource(code)).toEqual({
      ok: true,
      value: {
        source: {
          kind: "script",
          src: "https://control.resi.io/webplayer/loader.min.js",
          hosts: ["control.resi.io"],
          mountId: "resi-video-player",
          mountClass: "wide player",
          data: { "embed-id": "12-34" },
          attributes: { id: "loader", async: "", "data-type": "event" },
        },
        hosts: ["control.resi.io"],
      },
    });
  });

  const REFUSED: readonly (readonly [string, PasteFault])[] = [
    ["<b>bold</b>", "noPlayer"],
    ["<svg onload=alert(1)>", "noPlayer"],
    ["<script>alert(1)</script>", "ownScript"],
    [
      `<div id="p"></div><script src="https://a.example.org/p.js"></script><script>go("p")</script>`,
      "ownScript",
    ],
    [`<iframe src="javascript:alert(1)"></iframe>`, "notALink"],
    [`<iframe src="http://player.example.org/"></iframe>`, "notHttps"],
    [`<iframe src="https://192.168.1.1/"></iframe>`, "privateHost"],
    [
      `<iframe src="https://a.example.org/"></iframe><iframe src="https://b.example.org/"></iframe>`,
      "severalPlayers",
    ],
    [`<script src="data:text/javascript,alert(1)"></script>`, "notALink"],
    [`<video src="https://cdn.example.org/film.mp4"></video>`, "webPage"],
    [`<iframe src="https://a.example.org/`, "notALink"],
  ];
  it.each(REFUSED)("rejects %s", (code, failure) => {
    expect(pasteSource(code)).toEqual({ ok: false, failure });
  });
});

it("returns only sources that match the schema of published documents", () => {
  assert(
    property(string({ maxLength: 300 }), string(), (path, value) => {
      for (const text of [
        path,
        `https://player.example.org/${path}`,
        `<div id="${value}" data-a='${path}'><script src="https://a.example.org/x" id=${value}>`,
        `<iframe src="${path}">`,
      ]) {
        const pasted = pasteSource(text);
        if (!pasted.ok) continue;
        expect(v.safeParse(channelBody, { source: pasted.value.source }).issues).toBeUndefined();
        expect(hostsOf(pasted.value.source)).toEqual(pasted.value.hosts);
      }
    }),
  );
});
