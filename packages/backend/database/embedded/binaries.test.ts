import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { locateNative, probeVersion, repairNative } from "./binaries.ts";

describe("the binaries of PostgreSQL", () => {
  let folder = "";
  let native = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "binaries-"));
    native = join(folder, "native");
    mkdirSync(join(native, "bin"), { recursive: true });
    mkdirSync(join(native, "lib"));
    for (const program of ["initdb", "pg_ctl", "postgres"]) {
      writeFileSync(join(native, "bin", program), "", { mode: 0o644 });
    }
    writeFileSync(join(native, "lib", "libx.so.60.2"), "");
    const links = [{ source: "native/lib/libx.so.60.2", target: "native/lib/libx.so.60" }];
    writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("get the links and execute bits that an install without scripts left out", () => {
    repairNative(native);
    repairNative(native);
    expect(readlinkSync(join(native, "lib", "libx.so.60"))).toBe("libx.so.60.2");
    expect(statSync(join(native, "bin", "postgres")).mode & 0o777).toBe(0o755);
  });

  it("stay unchanged when nothing can be repaired", () => {
    rmSync(join(native, "pg-symlinks.json"));
    expect(() => repairNative(native)).not.toThrow();
  });

  it("report their version, or that this account cannot run them", async () => {
    expect(await probeVersion(locateNative(), null)).toMatch(/^18\.\d+$/);
    chmodSync(join(native, "bin", "postgres"), 0o644);
    expect(await probeVersion(native, null)).toBe(null);
  });
});
