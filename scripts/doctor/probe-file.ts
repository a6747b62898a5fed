import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TEXT = "a file of npm run doctor";

/** A small file for testing a store. */
export type ProbeFile = {
  readonly path: string;
  readonly bytes: number;
  /** Of the content, in hex. */
  readonly sha256: string;
  readonly text: string;
};

/** Passes a small temporary file to `work`. */
export async function withProbeFile<T>(work: (file: ProbeFile) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "reign-doctor-"));
  try {
    const path = join(folder, "file");
    writeFileSync(path, TEXT);
    const sha256 = createHash("sha256").update(TEXT).digest("hex");
    return await work({ path, bytes: Buffer.byteLength(TEXT), sha256, text: TEXT });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
