import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import { describe, expect, it, onTestFinished } from "vitest";
import { unpackBase } from "./unpack-base.ts";

/** Five entries of an archive that PostgreSQL 18.4 wrote: four folders and base/1/PG_VERSION. */
const RECORDED = gunzipSync(
  Buffer.from(
    "H4sIAAAAAAACA+3U0QqCMBSA4V33FHsDz3E7Z71ARDcVBd2KgngjKM3o9dPUywqCDaPzwzjIBk4+sKqbIq8TFTLocwB6mGhpnDQ+T2kkA8hMaWr1cMoaq0lF6Oa7/NpfsW18V11L/+rcp/35Q+apfqO2yu4L8mewk79l8Y9QkfsyCfyOb/wRnPjH8sfl/P/79fRPyYh/PP/jNrtsTufdYR/In9/6m9nfMrvBnxyiBvEPHq5XSpIkSfq/HhRZc7wAEAAA",
    "base64",
  ),
);

function manifestOf(files: Readonly<Record<string, string>>): string {
  const listed = Object.entries(files).map(([path, text]) => ({
    Path: path,
    Size: text.length,
    "Checksum-Algorithm": "SHA256",
    Checksum: createHash("sha256").update(text).digest("hex"),
  }));
  return JSON.stringify({ Files: listed });
}

async function unpack(
  archive: Uint8Array,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), "unpack-base-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, "pg");
  const content = Readable.from([gzipSync(archive)]);
  await unpackBase({ archive: content, manifest: manifestOf(files), folder, account: null });
  return folder;
}

const file = (name: string, body: string): TarEntry => ({
  header: { name, size: body.length },
  body,
});

describe("a base backup", () => {
  it("is unpacked from an archive of PostgreSQL, for this account alone", async () => {
    const folder = await unpack(RECORDED, { "base/1/PG_VERSION": "18\n" });
    expect(readdirSync(folder).toSorted()).toEqual(["base", "global", "pg_wal"]);
    const path = join(folder, "base", "1", "PG_VERSION");
    expect(readFileSync(path, "utf8")).toBe("18\n");
    expect([path, folder].map((name) => statSync(name).mode & 0o777)).toEqual([0o600, 0o700]);
  });

  it("may have WAL that the manifest does not list", async () => {
    const archive = await packTar([
      { header: { name: "pg_wal/", size: 0, type: "directory" } },
      file("pg_wal/000000010000000000000003", "records"),
    ]);
    const folder = await unpack(archive, {});
    expect(readdirSync(join(folder, "pg_wal"))).toEqual(["000000010000000000000003"]);
  });

  it.each([
    ["a file that has changed", [file("a", "new")], { a: "old" }, "(a)"],
    ["a file that is not listed", [file("a", "x"), file("b", "x")], { a: "x" }, "(b)"],
    ["no file that is listed", [file("a", "x")], { a: "x", b: "x" }, "(b)"],
    ["a path above the folder", [file("../a", "x")], { "../a": "x" }, "(../a)"],
    ["a path that climbs", [file("b/../../a", "x")], { "../a": "x" }, "(../a)"],
    ["an absolute path", [file("/tmp/a", "x")], { "/tmp/a": "x" }, "(/tmp/a)"],
    [
      "a symbolic link",
      [{ header: { name: "a", size: 0, type: "symlink" as const, linkname: "/etc" } }],
      {},
      "(a)",
    ],
    [
      "a hard link",
      [{ header: { name: "a", size: 0, type: "link" as const, linkname: "/etc/passwd" } }],
      {},
      "(a)",
    ],
  ])("is rejected with %s", async (_what, entries, files, message) => {
    await expect(unpack(await packTar(entries), files)).rejects.toThrow(message);
  });

  it.each([
    ["at its start", 0],
    ["in a file", 1_000],
    ["before its end mark", 1_536],
  ])("is rejected when it is cut off %s", async (_where, bytes) => {
    const archive = await packTar([file("a", "x".repeat(800))]);
    const cut = archive.subarray(0, bytes);
    await expect(unpack(cut, { a: "x".repeat(800) })).rejects.toThrow(/truncated/);
  });

  it("is rejected when a header has changed", async () => {
    const archive = Buffer.from(RECORDED);
    archive.writeUInt8(archive.readUInt8(0) ^ 1, 0);
    await expect(unpack(archive, { "base/1/PG_VERSION": "18\n" })).rejects.toThrow(/checksum/i);
  });
});
