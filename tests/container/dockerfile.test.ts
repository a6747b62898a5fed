import { readFileSync } from "node:fs";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { z } from "zod";
import { PRODUCT_PATHS } from "#scripts/container/image-files.ts";
import { BUILD_INPUTS } from "#scripts/setup/setup-plan.mjs";
import { readImageFacts, stagesOf } from "./dockerfile.ts";

const text = readFileSync("Dockerfile", "utf8");
const [build = [], image = []] = stagesOf(text);
const ignored = readFileSync(".dockerignore", "utf8").split("\n");

test("the Dockerfile has no fault that its linter knows", () => {
  expect(validate(text).map(({ message }) => message)).toEqual([]);
  expect(validate("FROM node\nENTRYPONT x").length).toBeGreaterThan(0);
});

test("both stages stand on the Node that the dependencies name, on Debian's slim base", () => {
  const { dependencies } = z
    .object({ dependencies: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync("package.json", "utf8")));
  const base = `node:${dependencies.node}-bookworm-slim`;
  expect([build[0]?.text, image[0]?.text]).toEqual([`${base} AS build`, base]);
  expect(stagesOf(text)).toHaveLength(2);
});

test("the image takes the assembled folder and nothing else, and installs nothing", () => {
  const copied = image.filter(({ name }) => name === "COPY" || name === "ADD");
  expect(copied.map(({ text: words }) => words)).toEqual(["--from=build /image /app"]);
  expect(build.at(-1)?.text).toContain("scripts/container/assemble-image.ts");
  const commands = image.filter(({ name }) => name === "RUN").map(({ text: words }) => words);
  expect(commands.join()).not.toMatch(/apt|npm|curl|wget/);
});

test("the account is a number that has an entry, and owns the volume", () => {
  expect(readImageFacts().uid).toBe(10_001);
  const made = image.find(({ name }) => name === "RUN")?.text ?? "";
  expect(made).toContain("useradd --uid 10001 --gid 10001");
  expect(made).toContain("install --directory --owner=10001 --group=10001 --mode=0700 /data");
});

test("the server is the first process, is stopped by a signal, and can be asked how it is", () => {
  expect(readImageFacts().entrypoint).toEqual(["node", "server/main.ts"]);
  const settings = image.filter(({ name }) => /^(?:STOPSIGNAL|VOLUME|USER)$/.test(name));
  expect(settings.map(({ name, text: words }) => `${name} ${words}`)).toEqual([
    "USER 10001:10001",
    'VOLUME ["/data"]',
    "STOPSIGNAL SIGTERM",
  ]);
  expect(readImageFacts().healthCheck.at(-1)).toContain("/readyz");
});

test("no secret and nothing that was installed or built here is sent to the build", () => {
  expect(ignored).toEqual(
    expect.arrayContaining([".git", "node_modules", "dist", "data", "docs", "**/*.env"]),
  );
});

test("everything that the build and the image take is sent to the build", () => {
  const roots = new Set([...PRODUCT_PATHS, ...BUILD_INPUTS].map((path) => path.split("/")[0]));
  expect([...roots].filter((root) => ignored.includes(root ?? ""))).toEqual([]);
});
