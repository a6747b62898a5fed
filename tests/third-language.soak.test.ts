import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEST_SENTENCES } from "#functions/_shared/speech/speech-texts.ts";
import { LANGUAGES } from "#shared/languages.ts";

/**
 * Adds Portuguese to a copy of the tree by the recipe of docs/recipes.md: the type checker names
 * what it asks for, and then every page, made by the server's own code, speaks of three languages.
 */

const COPIED = ["shared", "web", "server", "supabase", "package.json", "tsconfig.json"];
const ALSO_COPIED = ["vite.config.ts", "ministry.json", "tests/support"];
/** Type checks, a bundle and a page of each route; slow machines run other tests beside it. */
const LIMIT_MS = 600_000;

let tree: string;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "third-language-"));
  for (const path of [...COPIED, ...ALSO_COPIED]) {
    cpSync(path, join(tree, path), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
  write("tsconfig.copy.json", () =>
    JSON.stringify({
      extends: "./tsconfig.json",
      compilerOptions: { incremental: true, tsBuildInfoFile: "copy.tsbuildinfo" },
      include: ["shared", "web", "server", "supabase/functions"],
      exclude: ["**/*.test.ts", "**/*.test.tsx", "**/*.fixture.ts", "**/*.fixture.tsx"],
    }),
  );
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe("a third language", { timeout: LIMIT_MS }, () => {
  it("is asked for by name wherever it lacks, and the recipe names each of those files", () => {
    edit("shared/languages.ts", '["en", "fr"]', '["en", "fr", "pt"]');
    const lacking = filesWithErrors();
    expect(lacking.filter((path) => path.startsWith("shared/messages/")).length).toBeGreaterThan(
      20,
    );
    const recipe = recipePaths();
    const isNamed = (path: string) => recipe.some((pattern) => matchesGlob(path, pattern));
    expect(lacking.filter((path) => !isNamed(path))).toEqual([]);
  });

  it("compiles once the recipe is followed, and lacks nothing", () => {
    followRecipe(filesWithErrors());
    expect(filesWithErrors()).toEqual([]);
  });

  it("has every page, which names its two translations, and every machine's file", () => {
    run("node_modules/vite/bin/vite.js", "build", "--ssr", "web/app/entry-server.tsx");
    const answer = JSON.parse(run("tests/support/language-report.ts", "dist"));
    expect(answer.pages.length).toBeGreaterThan(15);
    for (const { path, isPublic, ...said } of answer.pages) {
      expect([path, said]).toEqual([
        path,
        {
          status: 200,
          isKnown: true,
          locale: "pt_BR",
          alternates: isPublic ? translationsOf(path) : [],
          switches: ["en", "fr"],
          strangers: [],
        },
      ]);
    }
    expect(answer).toMatchObject({
      sitemap: answer.pages.filter(({ isPublic }: { isPublic: boolean }) => isPublic).length,
      manifest: { lang: "pt", start_url: "/pt" },
      appLinks: true,
      televisionLanguages: ["en", "fr"],
      calendar: 200,
      feed: 200,
      unavailable: '<html lang="pt">',
    });
  });
});

it("has the sentence of Test Voice in every language, which functions cannot import", () => {
  expect(new Set(Object.keys(TEST_SENTENCES))).toEqual(new Set(LANGUAGES));
});

/** The pages that a public page names as its own in each language. */
function translationsOf(path: string): string[][] {
  const rest = path === "/" ? "" : path;
  return [
    ["en", path],
    ["fr", `/fr${rest}`],
    ["pt", `/pt${rest}`],
  ];
}

/** What the section "Add a language" names in code marks; `{language}` stands for any. */
function recipePaths(): string[] {
  const page = readFileSync("docs/recipes.md", "utf8");
  const [, section = ""] = /^## Add a language\n(.*?)(?=^## |$(?![^]))/ms.exec(page) ?? [];
  return [...section.matchAll(/`([\w./{}*-]+\.\w+)`/g)].map(([, path = ""]) =>
    path.replaceAll("{language}", "*"),
  );
}

function filesWithErrors(): string[] {
  const { stdout } = spawnSync("node_modules/.bin/tsc", ["-p", "tsconfig.copy.json"], {
    cwd: tree,
    encoding: "utf8",
  });
  return [
    ...new Set([...stdout.matchAll(/^([\w./-]+)\(\d+,\d+\): error/gm)].map(([, p]) => p ?? "")),
  ];
}

/** As the recipe has it: the row of the table, the copies to translate, a line where each was named. */
function followRecipe(joints: readonly string[]): void {
  edit(
    "shared/languages.ts",
    /^ {2}fr: (.*)$/m,
    (row) => `${row}\n  pt: { name: "Português", locale: "pt-BR", direction: "ltr" },`,
  );
  cpSync(join(tree, "shared/messages/en"), join(tree, "shared/messages/pt"), { recursive: true });
  for (const [from, to] of [
    ["shared/devotional/bundled/en.json", "shared/devotional/bundled/pt.json"],
    ["web/app/entry-en.ts", "web/app/entry-pt.ts"],
  ] as const) {
    const text = readFileSync(join(tree, from), "utf8");
    writeFileSync(join(tree, to), text.replaceAll("/en/", "/pt/"));
  }
  for (const path of joints.filter((file) => file !== "shared/languages.ts")) {
    edit(path, /^(?:import .*\/fr[/.].*|(?:export )?const fr\b.*)$/m, (line) => {
      if (/\/fr[/.]/.test(line)) return `${line}\n${line.replaceAll(/\bfr\b/g, "pt")}`;
      return `const pt = ${path.startsWith("shared/") ? "en" : "[/x/]"};\n\n${line}`;
    });
    edit(path, "{ en, fr }", "{ en, fr, pt }");
  }
  edit("ministry.json", /"fr": "[^"]*"/g, (text) => `${text}, ${text.replace("fr", "pt")}`);
}

function run(...program: string[]): string {
  return execFileSync(process.execPath, program, {
    cwd: tree,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function edit(path: string, from: string | RegExp, to: string | ((found: string) => string)): void {
  write(path, (text) => {
    const changed = typeof to === "string" ? text.replace(from, to) : text.replace(from, to);
    if (changed === text) throw new Error(`${path} has no ${from}`);
    return changed;
  });
}

function write(path: string, change: (text: string) => string): void {
  const file = join(tree, path);
  appendFileSync(file, "");
  writeFileSync(file, change(readFileSync(file, "utf8")));
}
