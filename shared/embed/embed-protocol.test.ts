import { anything, assert, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type EmbedCommand,
  type EmbedMessage,
  readEmbedCommand,
  readEmbedMessage,
} from "./embed-protocol.ts";

const MESSAGES = [
  { v: 1, t: "ready" },
  { v: 1, t: "state", s: "buffering" },
  { v: 1, t: "time", pos: 12.5, dur: 0 },
  { v: 1, t: "muted", on: true },
  { v: 1, t: "broadcast", on: true },
  { v: 1, t: "error", code: "refused" },
  { v: 1, t: "error", code: "server" },
  { v: 1, t: "programme", title: "I Was Glad" },
  { v: 1, t: "blocked" },
  { v: 1, t: "moved", bytes: 60_743 },
  { v: 1, t: "moment", ms: 1_800_000_000_000 },
  { v: 1, t: "onward" },
  { v: 1, t: "quality", lines: 480 },
  { v: 1, t: "volume", level: 0.35 },
  { v: 1, t: "captions", language: "fr" },
  { v: 1, t: "pip", r: "unsupported" },
  { v: 1, t: "key", key: "Escape" },
] as const satisfies readonly EmbedMessage[];

const COMMANDS = [
  { v: 1, c: "hello" },
  { v: 1, c: "play" },
  { v: 1, c: "pause" },
  { v: 1, c: "pip" },
  { v: 1, c: "moment", ms: 0 },
  { v: 1, c: "seek", pos: 90 },
  { v: 1, c: "mute", on: false },
  { v: 1, c: "stop", mb: 50 },
  { v: 1, c: "quality", lines: 0 },
  { v: 1, c: "volume", level: 0 },
  { v: 1, c: "captions", language: "" },
  { v: 1, c: "key", key: "ArrowLeft" },
] as const satisfies readonly EmbedCommand[];

describe("parsers of protocol v1", () => {
  it.each(MESSAGES)("accept the message $t", (message) => {
    expect(readEmbedMessage(message)).toEqual(message);
    expect(readEmbedCommand(message)).toBeNull();
  });

  it.each(COMMANDS)("accept the command $c", (command) => {
    expect(readEmbedCommand(command)).toEqual(command);
    expect(readEmbedMessage(command)).toBeNull();
  });

  it.each([
    ["another version", { v: 2, t: "ready" }],
    ["an unknown type", { v: 1, t: "navigate", url: "https://evil.example" }],
    ["an unknown state", { v: 1, t: "state", s: "exploded" }],
    ["a time that is no number", { v: 1, t: "time", pos: "1", dur: 2 }],
    ["an endless time", { v: 1, t: "time", pos: Infinity, dur: 2 }],
    ["a negative position", { v: 1, c: "seek", pos: -1 }],
    ["fewer bytes than none", { v: 1, t: "moved", bytes: -1 }],
    ["a number of bytes that is none", { v: 1, t: "moved", bytes: Number.NaN }],
    ["a quality in words", { v: 1, c: "quality", lines: "best" }],
    ["a volume beyond the whole", { v: 1, c: "volume", level: 1.1 }],
    ["captions without a language", { v: 1, t: "captions", language: 1 }],
    ["a stop without its limit", { v: 1, c: "stop" }],
    ["another key than Escape", { v: 1, t: "key", key: "a" }],
    ["a key that no player wants", { v: 1, c: "key", key: "Enter" }],
    ["a title without end", { v: 1, t: "programme", title: "x".repeat(301) }],
    ["a text", '{"v":1,"t":"ready"}'],
    ["null", null],
  ])("return null for %s", (_what, data) => {
    expect(readEmbedMessage(data)).toBeNull();
    expect(readEmbedCommand(data)).toBeNull();
  });

  it("never throw and drop further properties", () => {
    expect(readEmbedMessage({ v: 1, t: "ready", html: "<script>" })).toEqual({ v: 1, t: "ready" });
    assert(
      property(anything(), (data) => {
        readEmbedMessage(data);
        readEmbedCommand(data);
      }),
      { numRuns: 300 },
    );
  });
});
