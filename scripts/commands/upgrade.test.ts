import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type FakeProduct,
  createFakeProduct,
} from "@reign-tv/operations/upgrade/fake-product.fixture.ts";
import { gitAt } from "@reign-tv/operations/upgrade/git.ts";
import { readNextRelease } from "@reign-tv/operations/upgrade/next-release.ts";
import { buildRelease } from "@reign-tv/operations/upgrade/release-folder.ts";
import { publishRelease, returnToRelease } from "#scripts/build/releases.mjs";
import { readWait } from "./upgrade.ts";

const run = promisify(execFile);
const COMMAND = resolve("scripts/commands/upgrade.ts");
const LESS = { "supabase/migrations/20270101000000_less.sql": "-- contracts: a table\n" };

it("parses a wait as seconds", () => {
  expect(readWait("120")).toBe(120_000);
  expect(() => readWait("soon")).toThrow('--wait takes seconds, not "soon".');
});

describe("npm run upgrade", { timeout: 120_000 }, () => {
  let product: FakeProduct;
  beforeEach(async () => {
    product = await createFakeProduct();
  });
  afterEach(() => product.stop());

  async function upgrade(...args: string[]): Promise<string> {
    const { root, environment } = product;
    const { stdout } = await run(process.execPath, [COMMAND, ...args], {
      cwd: root,
      env: environment,
    });
    return stdout;
  }
  const version = (): string => readFileSync(join(product.root, "version.mjs"), "utf8");
  const build = (): string =>
    readFileSync(join(product.root, "dist", "current", "client", "app.js"), "utf8");
  const builds = (): string[] => readdirSync(join(product.root, "dist", "releases")).toSorted();

  it("prints the changes of the newest release with --check, and changes nothing", async () => {
    product.release("1.1.0", {
      ...LESS,
      "supabase/migrations/20270102000000_more.sql": "select 1;\n",
      "CHANGELOG.md": "# Changelog\n\n- Operators must set PUBLIC_URL.\n- A page is faster.\n",
    });
    const said = await upgrade("--check");
    expect(said).toMatch(/upgrade from 1\.0\.0 \(\w{9}\) to 1\.1\.0 \(\w{9}\)/);
    expect(said).toContain("20270101000000_less.sql removes something");
    expect(said).toContain("20270102000000_more.sql only adds");
    expect(said).toContain("Operators must set PUBLIC_URL.");
    expect(said).not.toContain("faster");
    expect(version()).toContain("1.0.0");
    expect(existsSync(join(product.root, "dist", "next"))).toBe(false);
    writeFileSync(join(product.root, "CHANGELOG.md"), "our own notes");
    await expect(upgrade()).rejects.toThrow("Nothing was changed");
    expect(version()).toContain("1.0.0");
  });

  it("upgrades a running server to the newest release, and keeps the files of the old one", async () => {
    await product.supervise();
    product.release("1.1.0");
    writeFileSync(join(product.root, "CHANGELOG.md"), "our own notes");
    expect(await upgrade()).toContain("is running.");
    expect(await product.ask()).toBe("1.1.0");
    expect(build()).toBe("1.1.0");
    expect(builds()).toEqual(["1.0.0", "1.1.0"]);
    // A change here in a file that the release leaves alone stays.
    expect(readFileSync(join(product.root, "CHANGELOG.md"), "utf8")).toBe("our own notes");
    expect(product.git("status", "--short", "--branch")).toContain("## main...origin/main");
    expect(await upgrade()).toContain("nothing to do");
  });

  it("restarts the server when the upgrade before was killed between the switch and the restart", async () => {
    await product.supervise();
    product.release("1.1.0");
    const git = gitAt(product.root);
    const ready = await buildRelease(await readNextRelease(git, null), {
      root: product.root,
      git,
      builds: { publish: publishRelease, restore: returnToRelease },
    });
    await ready.switchOver();
    expect(await product.ask()).toBe("1.0.0");
    expect(await upgrade()).toMatch(/still runs an earlier build.*1\.1\.0 \(\w+\) is running\./s);
    expect(await product.ask()).toBe("1.1.0");
  });

  it("reverts to the previous release when the new one does not start", async () => {
    await product.supervise();
    product.release("broken-1.1.0", {
      "package-lock.json": '{"lockfileVersion":3}',
      "scripts/setup.mjs": `
        import { mkdirSync, symlinkSync } from "node:fs";
        mkdirSync("node_modules");
        mkdirSync("dist/releases/1.1.0", { recursive: true });
        symlinkSync("releases/1.1.0", "dist/current");`,
    });
    writeFileSync(join(product.root, "node_modules", "old"), "");
    await expect(upgrade()).rejects.toThrow(/does not start .* 1\.0\.0 \(\w+\) is running again/);
    expect(await product.ask()).toBe("1.0.0");
    expect(version()).toContain("1.0.0");
    expect(build()).toBe("1.0.0");
    expect(readdirSync(join(product.root, "node_modules"))).toEqual(["old"]);
  });
});
