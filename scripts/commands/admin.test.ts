import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newSecret, secretFolder } from "@reign-tv/kit/files/secret-store.ts";
import { programEnvironment } from "#tests/support/program-environment.ts";

const SCRIPT = resolve("scripts/commands/admin.ts");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reign-admin-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command in an empty folder, without the service's environment. */
function makeAdmin(variables: Record<string, string> = {}) {
  return spawnSync(process.execPath, [SCRIPT, "make", "pastor@example.org"], {
    encoding: "utf8",
    cwd: folder,
    env: programEnvironment(variables),
  });
}

it("names its folder outside the service's environment, and creates nothing", () => {
  const { status, stderr } = makeAdmin();
  expect([status, stderr]).toEqual([
    1,
    `No server has been started with DATA_DIR ${join(folder, "data")}: name the service's file of settings in SETTINGS_FILE (/etc/reign-tv.env), or set DATA_DIR or DATABASE_URL as the service has them.\n`,
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

it("leaves a folder unchanged whose server lacks the key", async () => {
  await secretFolder(folder).create("hmac", newSecret());
  const { status, stderr } = makeAdmin({ DATA_DIR: folder });
  expect([status, stderr]).toEqual([
    1,
    `There is no secret key in DATA_DIR ${folder} yet: start the server first.\n`,
  ]);
  expect(existsSync(join(folder, "secrets", "secret-key"))).toBe(false);
});

it("names a server that does not run", async () => {
  await secretFolder(folder).create("secret-key", "sb_secret_any");
  const { status, stderr } = makeAdmin({ DATA_DIR: folder, PORT: "9" });
  expect([status, stderr]).toEqual([
    1,
    "No server is running at http://127.0.0.1:9: start it, or set HOST and PORT to match it.\n",
  ]);
});
