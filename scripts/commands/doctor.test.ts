import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkSettings } from "#scripts/doctor/check-settings.ts";
import { resultLines, summary } from "@reign-tv/operations/doctor/check-result.ts";
import { programEnvironment } from "#tests/support/program-environment.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reign-doctor-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function ask(variables: Record<string, string>): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, ["scripts/commands/doctor.ts"], {
    encoding: "utf8",
    env: programEnvironment({
      PORT: "9",
      YOUTUBE_API_BASE: "http://127.0.0.1:9",
      DATA_DIR: folder,
      ...variables,
    }),
  });
}

describe("npm run doctor", () => {
  it("exits with 0 on a healthy machine, prints warnings, and creates nothing", () => {
    const dataDir = join(folder, "never-used");
    const { status, stdout } = ask({ DATA_DIR: dataDir });
    expect(stdout).toContain("ok       settings    all settings are valid\n");
    expect(stdout).toContain("ok       database    built-in PostgreSQL");
    expect(stdout).toContain("warning  address     PUBLIC_URL is not set");
    expect(stdout).toContain(
      "warning  server      no server is responding at http://127.0.0.1:9\n",
    );
    expect(stdout).toContain(`warning  data        DATA_DIR ${dataDir} does not exist yet`);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
      /^\d+ ok, \d+ warning\(s\), 0 problem\(s\)$/,
    );
    expect(status).toBe(0);
    expect(existsSync(dataDir)).toBe(false);
  }, 30_000);

  it("exits with 1 for a mail server that does not run, and a missing ministry file", () => {
    const { status, stdout } = ask({
      SMTP_URL: "smtp://user:canary@127.0.0.1:9",
      MINISTRY_FILE: join(folder, "none.json"),
    });
    expect(stdout).toMatch(/^problem {2}mail {8}127\.0\.0\.1 cannot be reached \(E/m);
    expect(stdout).toMatch(/^problem {2}ministry /m);
    expect(stdout).not.toContain("canary");
    expect(status).toBe(1);
  }, 30_000);

  it("names half a group and an unknown variable, with a hint and without values", () => {
    const { config, results } = checkSettings({
      S3_ENDPOINT: "https://canary.example",
      SMPT_URL: "smtp://user:canary@mail.example",
    });
    const text = results.map(resultLines).join("\n");
    expect(config).toBeNull();
    expect(text).toContain("S3_BUCKET is missing: uploaded files go to S3 only if it is set");
    expect(text).toContain("SMPT_URL is not a known setting. Did you mean SMTP_URL?");
    expect(text).toContain("> Correct these settings where the service has them");
    expect(text).not.toContain("canary");
    expect(summary(results)).toBe("0 ok, 0 warning(s), 1 problem(s)");
  });
});
