import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { gitAt } from "./git.ts";
import { type NextRelease, readNextRelease } from "./next-release.ts";
import { type FakeProduct, createFakeProduct } from "./fake-product.fixture.ts";
import { buildRelease, type ReadyRelease } from "./release-folder.ts";

let product: FakeProduct;
beforeEach(async () => {
  product = await createFakeProduct();
});
afterEach(() => product.stop());

const readNext = (wanted: string | null = null): Promise<NextRelease> =>
  readNextRelease(gitAt(product.root), wanted);
const build = async (publish = (): void => undefined): Promise<ReadyRelease> =>
  buildRelease(await readNext(), {
    root: product.root,
    git: gitAt(product.root),
    builds: { publish, restore: () => undefined },
  });

it("changes nothing when a release cannot be built, and gives the next one its own dependencies, also after a killed upgrade", async () => {
  product.release("unbuildable");
  await expect(build()).rejects.toThrow(
    "could not be built, and nothing has changed: It has a fault.",
  );
  expect(readdirSync(join(product.root, "dist", "releases"))).toEqual(["1.0.0"]);
  expect(product.git("worktree", "list").split("\n")).toHaveLength(1);

  // As an upgrade leaves it that was killed while git checked out.
  product.git("worktree", "add", "--quiet", "--detach", "dist/next");
  product.git("worktree", "lock", "dist/next");
  writeFileSync(join(product.root, "node_modules", "old"), "");
  product.release("1.1.0", {
    "package-lock.json": '{"lockfileVersion":3}',
    "scripts/setup.mjs": `
      import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
      mkdirSync("node_modules"); writeFileSync("node_modules/new", "");
      mkdirSync("dist/releases/1.1.0", { recursive: true });
      symlinkSync("releases/1.1.0", "dist/current");`,
  });
  const failing = (): never => {
    throw new Error("no space");
  };
  await expect((await build(failing)).switchOver()).rejects.toThrow("no space");
  expect(readdirSync(join(product.root, "node_modules"))).toEqual(["old"]);
  expect(product.git("log", "-1", "--format=%s")).toBe("1.0.0");
  await (await build()).switchOver();
  expect(readdirSync(join(product.root, "node_modules"))).toEqual(["new"]);
  expect(readdirSync(join(product.root, "dist", "previous", "node_modules"))).toEqual(["old"]);
  expect(product.git("worktree", "list").split("\n")).toHaveLength(1);
}, 30_000);

it("builds with the release's own packages, and detects a conflict with a file that was changed here and an older release", async () => {
  writeFileSync(join(product.root, "version.mjs"), "mine");
  product.release("1.1.0", {
    "packages/kit/package.json": '{"name":"@reign-tv/kit","exports":{"./*":"./*"}}',
    "packages/kit/added.mjs": "",
    "scripts/setup.mjs": `
      import { mkdirSync, symlinkSync } from "node:fs";
      import "@reign-tv/kit/added.mjs";
      mkdirSync("dist/releases/1.1.0", { recursive: true });
      symlinkSync("releases/1.1.0", "dist/current");`,
  });
  expect((await readNext()).conflicts).toEqual(["version.mjs"]);
  await expect((await build()).switchOver()).rejects.toThrow("version.mjs");
  expect(product.git("log", "-1", "--format=%s")).toBe("1.0.0");

  product.git("reset", "--quiet", "--hard", "v1.1.0");
  expect((await readNext("v1.0.0")).follows).toBe(false);
  await expect(readNext("v9.9.9")).rejects.toThrow("There is no release v9.9.9.");
}, 30_000);
