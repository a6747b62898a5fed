import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { makeZip } from "./zip.ts";

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Reads an archive from its end, as the format requires. Throws on inconsistent records. */
function readZip(zip: Uint8Array<ArrayBuffer>): Record<string, string> {
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files: Record<string, string> = {};
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    expect(view.getUint32(entry, true)).toBe(0x02014b50);
    const nameBytes = view.getUint16(entry + 28, true);
    const local = view.getUint32(entry + 42, true);
    expect(view.getUint32(local, true)).toBe(0x04034b50);
    expect(zip.slice(local + 4, local + 30)).toEqual(zip.slice(entry + 6, entry + 32));
    const start = local + 30 + nameBytes;
    const bytes = zip.slice(start, start + view.getUint32(entry + 24, true));
    expect(view.getUint32(entry + 16, true)).toBe(crc32(bytes));
    const name = new TextDecoder().decode(zip.slice(entry + 46, entry + 46 + nameBytes));
    files[name] = new TextDecoder().decode(bytes);
    entry += 46 + nameBytes;
  }
  expect(entry).toBe(end);
  return files;
}

describe("makeZip", () => {
  it("stores every name and byte with its checksum", () => {
    const zip = makeZip([
      { name: "profile.json", bytes: text('{"full_name":"Ruth"}') },
      { name: "prénom.txt", bytes: text("é") },
      { name: "empty", bytes: text("") },
    ]);
    expect(readZip(zip)).toEqual({
      "profile.json": '{"full_name":"Ruth"}',
      "prénom.txt": "é",
      empty: "",
    });
  });

  it("is deterministic", () => {
    const files = [{ name: "a", bytes: text("b") }];
    const zip = makeZip(files);
    expect(makeZip(files)).toEqual(zip);
    // 1 January 1980 at midnight, in the format's encoding.
    expect(new DataView(zip.buffer).getUint32(10, true)).toBe(0x0021_0000);
  });

  it("makes an empty archive", () => {
    expect(readZip(makeZip([]))).toEqual({});
  });
});
