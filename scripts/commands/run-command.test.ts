import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { runCommand } from "./run-command.ts";

afterEach(() => {
  process.exitCode = undefined;
  vi.unstubAllEnvs();
});

it.each([
  ["an error", new Error("Start the server first."), "Start the server first."],
  ["anything else", "no room", "no room"],
])(
  "prints the sentence of a command that fails with %s, and exits with 1",
  async (_, fault, said) => {
    const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await runCommand(() => Promise.reject(fault));
    expect(complaints.mock.calls).toEqual([[said]]);
    expect(process.exitCode).toBe(1);
    complaints.mockRestore();
  },
);

it("prints nothing itself when a command succeeds", async () => {
  await runCommand(() => undefined);
  expect(process.exitCode).toBeUndefined();
});

it("gives a command the settings that systemd gives the service from the same file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "settings-"));
  const path = join(folder, "reign-tv.env");
  writeFileSync(path, "BACKUP_PASSPHRASE=pa$$word & \\more\r\n");
  vi.stubEnv("SETTINGS_FILE", path);
  vi.stubEnv("BACKUP_PASSPHRASE", "of the shell");
  let seen: string | undefined;
  await runCommand(() => void (seen = process.env["BACKUP_PASSPHRASE"]));
  expect(seen).toBe("pa$$word & more");
  rmSync(folder, { recursive: true });
});
