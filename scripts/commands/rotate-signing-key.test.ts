import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadKeys } from "#server/backend/keys.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "reign-rotate-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function rotate(variables: Record<string, string> = {}) {
  return spawnSync(process.execPath, ["scripts/commands/rotate-signing-key.ts"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, ...variables },
  });
}

test("the next start signs with a new key and still believes the old one", async () => {
  const before = await loadKeys({ dataDir, now: Date.now });
  const { status, stdout } = rotate();
  expect([status, stdout]).toEqual([0, expect.stringContaining("A new signing key is in place")]);
  const after = await loadKeys({ dataDir, now: Date.now });
  expect(after.publicJwks.map(({ kid }) => kid)).toEqual([after.signingKeyId, before.signingKeyId]);
  expect(after.signingKeyId).not.toBe(before.signingKeyId);
});

test("a folder without keys gets one sentence and stays as it is", () => {
  const { status, stderr } = rotate();
  expect(status).toBe(1);
  expect(stderr).toBe(
    `No server has started on DATA_DIR ${dataDir} yet: set DATA_DIR (or DATABASE_URL) as the server has it. A systemd unit shows its own with systemctl show -p Environment.\n`,
  );
});

test("a Supabase project rotates its own keys", () => {
  const { status, stderr } = rotate({
    SUPABASE_URL: "https://project.supabase.example",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_of_the_project",
  });
  expect(status).toBe(1);
  expect(stderr).toContain("rotate its keys there");
});
