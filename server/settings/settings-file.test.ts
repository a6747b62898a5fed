import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { applySettingsFile, parseSettingsFile } from "./settings-file.ts";

/** systemd's rules for EnvironmentFile= (systemd.exec(5)); a shell reads most of these in another way. */
describe("a settings file", () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ["a line", "A=b\nC=d", { A: "b", C: "d" }],
    ["ends of lines of Windows", "A=b\r\nC='d e'\r\n", { A: "b", C: "d e" }],
    ["comments and empty lines", "# A=1\n; B=2\n\n  # C=3\nD=4 # e", { D: "4 # e" }],
    ["a comment that ends with a backslash", "# a\\\nB=c", { B: "c" }],
    ["blanks around", "  A =  b c  \n\tD=\te\t", { A: "b c", D: "e" }],
    ["no value", "A=\nB=''", { A: "", B: "" }],
    ["a line that is no assignment", "A\nexport B=c\n1C=d\nE-F=g\nH=i", { H: "i" }],
    ["the same name twice", "A=1\nA=2", { A: "2" }],
    ["dollars", "A=p$w$(x)\nB=\"p$w\"\nC='p$w'", { A: "p$w$(x)", B: "p$w", C: "p$w" }],
    ["signs of the shell", "A=a&b;c|d<e>(f)*`g`!", { A: "a&b;c|d<e>(f)*`g`!" }],
    ["an equals sign", "A=b=c", { A: "b=c" }],
    ["a backslash outside of quotes", "A=a\\b\\\\c\\$d\\ ", { A: "ab\\c$d " }],
    ["a backslash in double quotes", 'A="a\\b \\" \\\\ \\$ \\`"', { A: 'a\\b " \\ $ `' }],
    ["a backslash in single quotes", "A='a\\b\\'", { A: "a\\b\\" }],
    ["a continued line", 'A=b\\\nc\nD="e\\\nf"', { A: "bc", D: "ef" }],
    ["several lines in quotes", "A='{\n  \"b\": 1\n}'\nC=d", { A: '{\n  "b": 1\n}', C: "d" }],
    ["quotes inside of a value", `A=it's "b"\nC=d`, { A: `it's "b"`, C: "d" }],
    ["quotes side by side", `A="b" 'c'd  \nE="f "`, { A: "bcd", E: "f " }],
    ["quotes that stay open", `A="b\nC=d`, { A: "b\nC=d" }],
    ["letters of any script", "A=é 平安", { A: "é 平安" }],
  ])("reads %s", (_, text, expected) => {
    expect(parseSettingsFile(text)).toEqual(expected);
  });

  const folder = mkdtempSync(join(tmpdir(), "settings-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("overrides the environment, as for the service", () => {
    const path = join(folder, "reign-tv.env");
    writeFileSync(path, "DATA_DIR=/srv/data\nBACKUP_PASSPHRASE=pa$$word & more\r\n");
    const env = { SETTINGS_FILE: path, DATA_DIR: "data", HOME: "/root" };
    applySettingsFile(env);
    expect(env).toEqual({
      SETTINGS_FILE: path,
      DATA_DIR: "/srv/data",
      BACKUP_PASSPHRASE: "pa$$word & more",
      HOME: "/root",
    });
  });

  it("is optional, but is named in the error when it cannot be read", () => {
    const path = join(folder, "missing.env");
    expect(() => applySettingsFile({ SETTINGS_FILE: path })).toThrow(
      `SETTINGS_FILE: ${path} cannot be read (ENOENT)`,
    );
    writeFileSync(path, Buffer.from("A=\xe9", "latin1"));
    expect(() => applySettingsFile({ SETTINGS_FILE: path })).toThrow("is not saved as UTF-8");
    const env = { DATA_DIR: "data" };
    applySettingsFile(env);
    expect(env).toEqual({ DATA_DIR: "data" });
  });
});
