import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONFIGURATION_PAGE, configurationPage } from "#scripts/documents/configuration-page.ts";
import { parseConfig, settingsSchema } from "#server/settings/config.ts";
import { parseSettingsFile } from "#server/settings/settings-file.ts";

const DOCUMENTS = [
  ...globSync("{*,docs/**/*,packages/*/*}.md"),
  "media/README.md",
  "media/studio/README.md",
];

describe("the page of settings", () => {
  it("is what the settings schema says (npm run docs:settings)", () => {
    expect(readFileSync(CONFIGURATION_PAGE, "utf8")).toBe(configurationPage());
  });

  it("has every setting once", () => {
    const names = [...configurationPage().matchAll(/^- `([A-Z0-9_]+)`/gm)].map(([, name]) => name);
    const settings = Object.keys(settingsSchema.entries);
    expect(new Set(names)).toEqual(new Set(settings));
    expect(names).toHaveLength(settings.length);
  });
});

it("the example of settings holds ten that the server accepts", () => {
  const settings = parseSettingsFile(readFileSync(".env.example", "utf8"));
  expect(Object.keys(settings)).toHaveLength(10);
  expect(parseConfig(settings).siteUrl).toBe("https://tv.example.org");
});

it("every dependency has a line in the decision about dependencies", () => {
  const record = readFileSync("docs/decisions/003-dependencies.md", "utf8");
  const manifest = readFileSync("package.json", "utf8");
  const names = [...manifest.matchAll(/^ {4}"((?:@[\w-]+\/)?[\w.-]+)": "\d/gm)].map(
    ([, name]) => name ?? "",
  );
  expect(names.length).toBeGreaterThan(30);
  const missing = names.filter((name) => !name.startsWith("@types/") && !record.includes(name));
  expect(missing).toEqual([]);
});

it("the command scripts that documents name exist", () => {
  const manifest = readFileSync("package.json", "utf8");
  const documents = DOCUMENTS.filter((path) => path !== "media/studio/README.md");
  const commands = documents
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/npm run ([a-z:]+)/g)])
    .map(([, name]) => name);
  const unknown = commands.filter((name) => !manifest.includes(`"${name}": "`));
  expect(unknown).toEqual([]);
});

it.each(["docs/studio.md", "docs/studio.fr.md", "docs/live.md", "docs/live.fr.md"])(
  "%s calls buttons and pages as the studio does",
  (path) => {
    const texts = globSync("shared/messages/**/*.ts")
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const names = [...readFileSync(path, "utf8").matchAll(/\*\*([^*]+)\*\*/g)].map(
      ([, name = ""]) => name.replaceAll(/\s+/g, " "),
    );
    expect(names.filter((name) => !texts.includes(name))).toEqual([]);
  },
);

/** Anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(DOCUMENTS)("%s", (path) => {
  it("links only to files and headings that exist", () => {
    const links = [...readFileSync(path, "utf8").matchAll(/\]\((?!https?:|mailto:)([^)]+)\)/g)];
    const broken = links.filter(([, link = ""]) => {
      const [name = "", anchor] = link.split("#");
      const target = name === "" ? path : join(dirname(path), name);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken.map(([, link]) => link)).toEqual([]);
  });
});

it.each([
  ["docs/threat-model.md", 20],
  ["docs/reliability.md", 15],
  ["docs/architecture.md", 10],
  ["docs/recipes.md", 50],
] as const)("%s names files that exist", (path, fewest) => {
  const text = readFileSync(path, "utf8");
  const names = [
    ...text.matchAll(
      /`((?:mobile|packages|scripts|server|shared|supabase|tests|web)\/[\w./{}*-]+)`/g,
    ),
  ].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(fewest);
  // {language} and {name} stand for any; the copy of a third language does not exist yet.
  const isThere = (name: string) => globSync(name.replaceAll(/\{\w+\}/g, "*")).length > 0;
  expect(names.filter((name) => !isThere(name) && name !== "shared/messages/pt/")).toEqual([]);
});

it("the drawing of the architecture shows every folder of the server and of packages, and no other", () => {
  const [drawing = ""] = /┌[^]*?└/.exec(readFileSync("docs/architecture.md", "utf8")) ?? [];
  const shown = [...drawing.matchAll(/(?<=[│ ])([a-z-]+)\/(?= )/g)].map(([, name]) => name);
  const folders = ["server", "packages"]
    .flatMap((parent) => readdirSync(parent, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(new Set(shown.filter((name) => name !== "server" && name !== "packages"))).toEqual(
    new Set(folders),
  );
});

it("the glossary of the architecture has at most 12 words", () => {
  const [, glossary = ""] = readFileSync("docs/architecture.md", "utf8").split("## Glossary");
  const words = [...glossary.matchAll(/^\| (?!-|Word )\S/gm)];
  expect(words.length).toBeGreaterThan(5);
  expect(words.length).toBeLessThanOrEqual(12);
});

it("code names only headings of docs/operating.md that exist", () => {
  const headings = new Set(
    [...readFileSync("docs/operating.md", "utf8").matchAll(/^#+ (.+)$/gm)].map(([, name]) => name),
  );
  const named = globSync("{server,packages,scripts}/**/*.ts")
    .flatMap((path) => [
      ...readFileSync(path, "utf8").matchAll(/docs\/operating\.md(?:, "| says under ")([^"]+)"/g),
    ])
    .map(([, name = ""]) => name.replaceAll("\\", ""));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !headings.has(name))).toEqual([]);
});

describe("decisions", () => {
  const names = readdirSync("docs/decisions").toSorted();
  const texts = names.map((name) => readFileSync(`docs/decisions/${name}`, "utf8"));

  it("are dated, have a status and three parts", () => {
    names.forEach((name, index) => {
      expect(name).toMatch(/^\d{3}-[a-z0-9-]+\.md$/);
      expect(texts[index]).toMatch(/^Date: \d{4}-\d{2}-\d{2}\. Status: accepted\./m);
      for (const heading of ["## Context", "## Decision", "## Consequences"]) {
        expect(texts[index]).toContain(heading);
      }
    });
  });

  it("account for every number once: as a file, or as included in one", () => {
    const included = texts.flatMap((text) =>
      (/^Includes (.+)\.$/m.exec(text)?.[1] ?? "").split(", ").filter((number) => number !== ""),
    );
    const numbers = [...names.map((name) => name.slice(0, 3)), ...included].toSorted();
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(3, "0")));
  });
});
