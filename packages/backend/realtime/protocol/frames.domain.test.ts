import { describe, expect, it } from "vitest";
import { readBinaryFrame, writeBinaryFrame } from "./frames.domain.ts";

/** Returns a client's broadcast in its library's format. */
function clientFrame(
  texts: readonly [string, string, string, string, string],
  encoding: number,
  body: Uint8Array | string,
): Buffer {
  const fields = texts.map((text) => Buffer.from(text));
  const lengths = fields.map(({ length }) => length);
  return Buffer.concat([Buffer.from([3, ...lengths, encoding]), ...fields, Buffer.from(body)]);
}

describe("binary frames", () => {
  it("are parsed with lengths in bytes, for any characters", () => {
    const frame = clientFrame(
      ["1", "2", "realtime:église", "dît", '{"persist":true}'],
      1,
      '{"é":1}',
    );
    expect(readBinaryFrame(frame)).toEqual({
      joinRef: "1",
      ref: "2",
      topic: "realtime:église",
      event: "dît",
      encoding: "json",
      body: Buffer.from('{"é":1}'),
      meta: { persist: true },
    });
  });

  it("carry bytes unchanged", () => {
    const frame = clientFrame(["", "", "realtime:a", "raw", ""], 0, new Uint8Array([0, 255]));
    expect(readBinaryFrame(frame)).toMatchObject({
      joinRef: null,
      ref: null,
      encoding: "binary",
      body: Buffer.from([0, 255]),
      meta: {},
    });
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["another kind", Buffer.from([4, 0, 0, 0, 0, 0, 1])],
    ["lengths beyond its end", Buffer.from([3, 255, 0, 0, 0, 0, 1, 65])],
    ["an unknown encoding", clientFrame(["", "", "t", "e", ""], 2, "{}")],
    ["a body that is no JSON", clientFrame(["", "", "t", "e", ""], 1, "{")],
    ["meta that is no JSON", clientFrame(["", "", "t", "e", "{"], 1, "{}")],
    ["meta that is no object", clientFrame(["", "", "t", "e", "[1]"], 1, "{}")],
    ["texts that are no UTF-8", Buffer.from([3, 0, 0, 1, 0, 0, 0, 255])],
  ])("with %s are dropped", (_what, frame) => {
    expect(readBinaryFrame(frame)).toBeNull();
  });

  it("to clients contain topic, event and meta before the body", () => {
    const frame = writeBinaryFrame("realtime:a", {
      kind: "named",
      event: "é",
      encoding: "json",
      body: Buffer.from("{}"),
      meta: { id: "7" },
    });
    expect(frame?.isBinary).toBe(true);
    expect(frame?.data).toEqual(
      Buffer.concat([Buffer.from([4, 10, 2, 10, 1]), Buffer.from('realtime:aé{"id":"7"}{}')]),
    );
  });

  it("cannot contain names of more than 255 bytes", () => {
    const long = { kind: "named", encoding: "json", body: Buffer.from("{}"), meta: null } as const;
    expect(writeBinaryFrame("realtime:a", { ...long, event: "é".repeat(128) })).toBeNull();
    expect(writeBinaryFrame("realtime:a", { ...long, event: "e".repeat(255) })).not.toBeNull();
  });
});
