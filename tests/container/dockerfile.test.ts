import { readFileSync } from "node:fs";
import { validate } from "dockerfile-utils";
import { expect, it } from "vitest";
import * as v from "valibot";
import { PRODUCT_PATHS } from "#scripts/container/image-files.ts";
import { BUILD_INPUTS } from "#scripts/setup/setup-plan.mjs";
import { readImageConfig, stagesOf } from "./dockerfile.ts";

const text = readFileSync("Dockerfile", "utf8");
const [build = [], image = []] = stagesOf(text);
const ignored = readFileSync(".dockerignore", "utf8").split("\n");

it("has a Dockerfile without linter errors", () => {
  expect(validate(text).map(({ message }) => message)).toEqual([]);
  expect(validate("FROM node\nENTRYPONT x").length).toBeGreaterThan(0);
});

it("bases both stages on the Node version of the dependencies, on Debian's slim image", () => {
  const { dependencies } = v.parse(
    v.object({ dependencies: v.object({ node: v.string() }) }),
    JSON.parse(readFileSync("package.json", "utf8")),
  );
  const base = `node:${dependencies.node}-bookworm-slim`;
  expect([build[0]?.text, image[0]?.text]).toEqual([`${base} AS build`, base]);
  expect(stagesOf(text)).toHaveLength(2);
});

it("copies only the assembled folder and installs nothing", () => {
  const copied = image.filter(({ name }) => name === "COPY" || name === "ADD");
  expect(copied.map(({ text: words }) => words)).toEqual(["--from=build /image /app"]);
  expect(build.at(-1)?.text).toContain("scripts/container/assemble-image.ts");
  const commands = image.filter(({ name }) => name === "RUN").map(({ text: words }) => words);
  expect(commands.join()).not.toMatch(/apt|npm|curl|wget/);
});

it("runs as a numeric account that has an entry and owns the volume", () => {
  expect(readImageConfig().uid).toBe(10_001);
  const made = image.find(({ name }) => name === "RUN")?.text ?? "";
  expect(made).toContain("useradd --uid 10001 --gid 10001");
  expect(made).toContain("install --directory --owner=10001 --group=10001 --mode=0700 /data");
});

it("starts the server as pid 1, stops it by a signal and has a health check", () => {
  expect(readImageConfig().entrypoint).toEqual(["node", "server/main.ts"]);
  const settings = image.filter(({ name }) => /^(?:STOPSIGNAL|VOLUME|USER)$/.test(name));
  expect(settings.map(({ name, text: words }) => `${name} ${words}`)).toEqual([
    "USER 10001:10001",
    'VOLUME ["/data"]',
    "STOPSIGNAL SIGTERM",
  ]);
  expect(readImageConfig().healthCheck.at(-1)).toContain("/readyz");
});

it("excludes secrets and local build results from the build context", () => {
  expect(ignored).toEqual(
    expect.arrayContaining([".git", "node_modules", "dist", "data", "docs/*", "**/*.env"]),
  );
});

it("includes every file that the build and the image copy", () => {
  const roots = new Set([...PRODUCT_PATHS, ...BUILD_INPUTS].map((path) => path.split("/")[0]));
  expect([...roots].filter((root) => ignored.includes(root ?? ""))).toEqual([]);
});
