import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadKeys } from "@reign-tv/backend";
import { programEnvironment } from "#tests/support/program-environment.ts";
import { rotateKey } from "./rotate-signing-key.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "reign-rotate-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it("signs with a new key after the next start, and still accepts the old one", async () => {
  const before = await loadKeys({ dataDir, now: Date.now });
  const { status, stdout } = spawnSync(
    process.execPath,
    ["scripts/commands/rotate-signing-key.ts"],
    { encoding: "utf8", env: programEnvironment({ DATA_DIR: dataDir }) },
  );
  expect([status, stdout]).toEqual([0, expect.stringContaining("Then run npm run backup")]);
  const after = await loadKeys({ dataDir, now: Date.now });
  expect(after.publicJwks.map(({ kid }) => kid)).toEqual([after.signingKeyId, before.signingKeyId]);
  expect(after.signingKeyId).not.toBe(before.signingKeyId);
}, 30_000);

it("leaves a folder without keys unchanged, with one sentence", async () => {
  await expect(rotateKey({ DATA_DIR: dataDir })).rejects.toThrow(
    `No server has been started with DATA_DIR ${dataDir}: name the service's file of settings in SETTINGS_FILE (/etc/reign-tv.env), or set DATA_DIR or DATABASE_URL as the service has them.`,
  );
  expect(readdirSync(dataDir)).toEqual([]);
});

it("leaves the keys of a Supabase project to it", async () => {
  const project = {
    DATA_DIR: dataDir,
    SUPABASE_URL: "https://project.supabase.example",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_of_the_project",
  };
  await expect(rotateKey(project)).rejects.toThrow("rotate its keys there");
});
