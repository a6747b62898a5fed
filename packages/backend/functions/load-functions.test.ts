import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listFunctions } from "./load-functions.ts";

/** Calls a function, changes its import, calls it again; prints both results. */
const RELOAD = `
  import { utimesSync, writeFileSync } from "node:fs";
  import { createModuleLoader } from "#backend/functions/load-functions.ts";
  const [folder, isReloading] = process.argv.slice(1);
  const loader = createModuleLoader(folder, isReloading === "true");
  const ask = async () => {
    const module = await loader.load("hot");
    const response = await module.fetch(new Request("http://127.0.0.1/hot"));
    return response.text();
  };
  const before = await ask();
  const shared = folder + "/_shared/word.ts";
  writeFileSync(shared, 'export const word: string = "two";');
  utimesSync(shared, new Date(2_000_000_000_000), new Date(2_000_000_000_000));
  process.stdout.write(before + " " + (await ask()));
`;

describe("createModuleLoader", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "loader-"));
    for (const name of ["_shared", "hot", "empty", ".hidden"]) mkdirSync(join(folder, name));
    writeFileSync(join(folder, "_shared", "word.ts"), `export const word: string = "one";`);
    writeFileSync(join(folder, "_shared", "index.ts"), "");
    writeFileSync(join(folder, ".hidden", "index.ts"), "");
    writeFileSync(
      join(folder, "hot", "index.ts"),
      `import { word } from "../_shared/word.ts";
       export default { fetch: async () => new Response(word) };`,
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  // In its own process: Vitest replaces Node's module loader.
  it.each([
    ["true", "one two"],
    ["false", "one one"],
  ])("reloads what a function imports (%s)", (isReloading, answers) => {
    const args = ["--input-type=module-typescript", "-e", RELOAD, folder, isReloading];
    expect(
      execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" }),
    ).toBe(answers);
  });

  it("lists only folders with an index.ts and a valid name", () => {
    expect(listFunctions(folder)).toEqual(["hot"]);
  });
});
