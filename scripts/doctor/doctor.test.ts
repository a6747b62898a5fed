import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reign-doctor-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function ask(variables: Record<string, string>): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, ["scripts/doctor/doctor.ts"], {
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      PORT: "9",
      YOUTUBE_API_BASE: "http://127.0.0.1:9",
      DATA_DIR: folder,
      ...variables,
    },
  });
}

describe("npm run doctor", () => {
  it("ends with 0 on a computer that is all right, and says what one may look at", () => {
    const { status, stdout } = ask({});
    expect(stdout).toContain("ok       settings    every variable is known and whole\n");
    expect(stdout).toContain("ok       database    PostgreSQL comes with the server");
    expect(stdout).toContain("look     address     PUBLIC_URL is not set");
    expect(stdout).toContain("look     server      none answers at http://127.0.0.1:9\n");
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^\d+ ok, \d+ to look at, 0 problem\(s\)$/);
    expect(status).toBe(0);
  });

  it("ends with 1 on half a group and an unknown variable, each with its remedy, and tells no value", () => {
    const { status, stdout } = ask({
      S3_ENDPOINT: "https://canary.example",
      SMPT_URL: "smtp://user:canary@mail.example",
    });
    expect(stdout).toContain("S3_BUCKET: is missing: uploaded files go to S3 only with it");
    expect(stdout).toContain("SMPT_URL: there is no such setting. Did you mean SMTP_URL?");
    expect(stdout).toContain("> Correct these variables where the service has them");
    expect(stdout).not.toContain("canary");
    expect(stdout).toContain("0 ok, 0 to look at, 1 problem(s)");
    expect(status).toBe(1);
  });

  it("ends with 1 on a proxy that is a name in place of an address", () => {
    const { status, stdout } = ask({ TRUSTED_PROXY: "nginx" });
    expect(stdout).toContain('TRUSTED_PROXY: "nginx" is neither an address nor a network.');
    expect(status).toBe(1);
  });

  it("makes nothing", () => {
    const dataDir = join(folder, "never-used");
    const { stdout } = ask({ DATA_DIR: dataDir });
    expect(stdout).toContain(`look     data        DATA_DIR ${dataDir} is not there yet`);
    expect(existsSync(dataDir)).toBe(false);
  });

  it("finds a mail server that nobody runs, and a ministry file that is none", () => {
    const { status, stdout } = ask({
      SMTP_URL: "smtp://user:canary@127.0.0.1:9",
      MINISTRY_FILE: join(folder, "none.json"),
    });
    expect(stdout).toMatch(/^problem {2}mail {8}127\.0\.0\.1 cannot be reached \(E/m);
    expect(stdout).toMatch(/^problem {2}ministry /m);
    expect(stdout).not.toContain("canary");
    expect(status).toBe(1);
  });
});
