import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { importCycles } from "./arch/cycles.ts";
import { crossImports, edgesOf, importsOfFreeCode, wrongArrows } from "./arch/layers.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { languageLiterals } from "./arch/language-literals.ts";
import { productWords } from "./arch/product-words.ts";
import {
  badNames,
  barrels,
  climbingImports,
  crowdedFolders,
  environmentReaders,
  fetchCallers,
  importsOfTools,
  impureDomains,
  storageUsers,
  unitlessConstants,
  untrackedPromises,
} from "./arch/rules.ts";
import { parseSource, readSourceFiles } from "./arch/source-file.ts";

const FOLDERS = ["shared", "web", "server", "supabase", "tests", "scripts", "media/studio"];

/** Files that may do what only one file should, each with its reason. */
const ENVIRONMENT_READERS = {
  "server/main.ts": "hands the environment to parseConfig and to nobody else",
};
const FETCH_CALLERS = { "web/lib/http/http.ts": "the one client of servers" };
const STORAGE_USERS = { "web/lib/storage/storage.ts": "the one way to stored values" };

const LANGUAGE_LITERALS = {
  "scripts/setup/lockfile.ts": "sorts as npm sorts",
  "media/studio": "the clips' own texts: content, each in its language",
  "server/bible/providers/youversion.ts": "asks for translations into English",
  "shared/bible/bible-books.ts": "bookmarks and providers know a book by its English name",
  "shared/bible/bible-versions.ts": "each translation says its language",
  "shared/languages.ts": "the table of languages",
};

/** What tools demand in the root, and the five documents. */
const ROOT_FILES = new Set(
  [
    "README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE ministry.json",
    "package.json package-lock.json tsconfig.json knip.json .npmrc capacitor.config.json",
    "vite.config.ts vite.embed.config.ts vitest.config.ts playwright.config.ts",
    ".oxlintrc.json .oxfmtrc.json .editorconfig .gitignore .gitattributes",
    "Dockerfile .dockerignore",
  ].flatMap((line) => line.split(" ")),
);
const ROOT_FOLDERS = new Set(
  "shared web server supabase media media/studio mobile tests scripts patches docs .ci .github .git".split(
    " ",
  ),
);

const files = readSourceFiles(FOLDERS);

const DEPENDENCIES = new Set(
  Object.keys(
    z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync("package.json", "utf8"))).dependencies,
  ),
);

describe("the tree", () => {
  test("is seen whole: enough files, and imports along every arrow", () => {
    expect(files.length).toBeGreaterThan(150);
    const seen = new Set(edgesOf(files).map((edge) => `${edge.fromLayer} -> ${edge.toLayer}`));
    const expected = [
      "web/app -> web/features",
      "web/app -> web/ui",
      "web/features -> web/ui",
      "web/features -> web/lib",
      "web/lib -> shared",
      "web/embed -> shared",
      "server -> shared",
      "server -> server/backend",
      "server/backend -> server/database",
      "server/backend/functions -> functions contract",
      "server/kit -> functions contract",
      "supabase/functions -> supabase/functions",
    ];
    expect(expected.filter((arrow) => !seen.has(arrow))).toEqual([]);
  });

  test("has imports along the arrows only", () => {
    expect(wrongArrows(files)).toEqual([]);
  });

  test("has no files that import each other in a ring, not even for a type", () => {
    expect(importCycles(files)).toEqual([]);
  });

  test("has no feature that imports a feature, and no function that imports a function", () => {
    expect(crossImports(files)).toEqual([]);
  });

  test("has no product code that imports tests or scripts", () => {
    expect(importsOfFreeCode(files)).toEqual([]);
  });

  test("has no server, build or operator's command that needs what only tests and packaging install", () => {
    const build = parseSource("vite.config.ts", readFileSync("vite.config.ts", "utf8"));
    expect(importsOfTools([...files, build], DEPENDENCIES)).toEqual([]);
  });

  test("has no import that climbs out of its folder", () => {
    expect(climbingImports(files)).toEqual([]);
  });

  test("has no barrels", () => {
    expect(barrels(files)).toEqual([]);
  });

  test("has pure rules: no view, clock, chance or I/O in *.domain.ts", () => {
    expect(files.filter(({ path }) => path.endsWith(".domain.ts")).length).toBeGreaterThan(10);
    expect(impureDomains(files)).toEqual([]);
  });

  test("reads the environment in one place", () => {
    expect(environmentReaders(files)).toEqual(Object.keys(ENVIRONMENT_READERS));
  });

  test("calls fetch in one place of the web app", () => {
    expect(fetchCallers(files)).toEqual(Object.keys(FETCH_CALLERS));
  });

  test("touches the browser's storage in one place", () => {
    expect(storageUsers(files)).toEqual(Object.keys(STORAGE_USERS));
  });

  test("names a language in its table and in what there is once for each, nowhere else", () => {
    const isExempt = (path: string) =>
      Object.keys(LANGUAGE_LITERALS).some((place) => `${path}/`.startsWith(`${place}/`));
    const product = files.filter(
      ({ path }) => !/\.test\.tsx?$|\.fixture\.ts$|^tests\//.test(path) && !isExempt(path),
    );
    expect(languageLiterals(product, LANGUAGES)).toEqual([]);
  });

  test("has names in kebab-case that say what is inside", () => {
    expect(badNames(files.map(({ path }) => path))).toEqual([]);
  });

  test("has no folder that asks for another look", () => {
    expect(crowdedFolders(files.map(({ path }) => path))).toEqual([]);
  });

  test("has a backend that names neither the product nor a language", () => {
    expect(productWords(files)).toEqual([]);
  });

  test("has no TODO without an issue's number", () => {
    expect(untrackedPromises(files)).toEqual([]);
  });

  test("has units in the names of its constants", () => {
    expect(unitlessConstants(files)).toEqual([]);
  });

  test("holds in its root only what a tool demands there and the five documents", () => {
    const ignored = readFileSync(".gitignore", "utf8").split("\n");
    const surplus = readdirSync(".", { withFileTypes: true })
      .filter(({ name }) => !ignored.includes(name) && !ignored.includes(`${name}/`))
      .filter((entry) => !(entry.isDirectory() ? ROOT_FOLDERS : ROOT_FILES).has(entry.name))
      .filter(({ name }) => !name.endsWith(".log") && name !== ".git")
      .map(({ name }) => name);
    expect(surplus).toEqual([]);
  });
});

describe("the rules find planted faults", () => {
  const arrowFaults = [
    ["web/ui/card.tsx", 'import { x } from "#web/features/live/x.ts"'],
    ["web/lib/http/http.ts", 'import type { X } from "#server/http/create-app.ts"'],
    ["web/lib/session/session.ts", 'export { x } from "#web/ui/x.ts"'],
    ["web/features/live/x.ts", 'const x = () => import("#web/app/layout/layout.tsx")'],
    ["web/embed/player.ts", 'import { x } from "#web/ui/x.tsx"'],
    ["shared/x.ts", 'import { x } from "#web/lib/x.ts"'],
    ["server/backend/rest/x.ts", 'import { x } from "#shared/videos/categories.ts"'],
    ["server/backend/rest/x.ts", 'import { x } from "#server/pages/x.ts"'],
    ["server/database/x.ts", 'import type { X } from "#server/backend/context.ts"'],
    ["server/live/x.ts", 'import { x } from "#functions/_shared/outbound/upstream.ts"'],
    ["server/backend/x.ts", 'import type { X } from "#functions/_shared/runtime/runtime.ts"'],
    [
      "server/bible/x.ts",
      'import { x } from "#functions/_shared/playlist/provider-text.domain.ts"',
    ],
    ["server/pages/x.ts", 'import { x } from "#web/app/routes.tsx"'],
    ["supabase/functions/a/index.ts", 'import { x } from "#shared/x.ts"'],
  ] as const;
  test.each(arrowFaults)("an import against an arrow: %s, %s", (path, text) => {
    expect(wrongArrows([parseSource(path, text)])).toHaveLength(1);
  });

  test("files that import each other: for a type, over a third file, at run time; each ring once", () => {
    const ring = [
      ["web/ui/a.ts", 'import type { B } from "./b.ts"'],
      ["web/ui/b.ts", 'import { c } from "./c.ts"'],
      ["web/ui/c.ts", 'const a = () => import("./a.ts")'],
      ["web/ui/d.ts", 'import { a } from "./a.ts"; import { c } from "./c.ts"'],
    ] as const;
    const parsed = ring.map(([path, text]) => parseSource(path, text));
    expect(importCycles(parsed)).toEqual([
      "web/ui/a.ts -> web/ui/b.ts -> web/ui/c.ts -> web/ui/a.ts",
    ]);
    expect(importCycles(parsed.slice(1))).toEqual([]);
  });

  test("a test may import what it likes", () => {
    const text = 'import { x } from "#server/http/create-app.ts"';
    expect(wrongArrows([parseSource("web/lib/http.test.ts", text)])).toEqual([]);
  });

  test.each([
    ["web/features/live/x.ts", 'import type { V } from "#web/features/videos/v.ts"'],
    ["supabase/functions/a/index.ts", 'import { b } from "#functions/b/index.ts"'],
  ])("neighbours that import each other: %s", (path, text) => {
    expect(crossImports([parseSource(path, text)])).toHaveLength(1);
  });

  test("product code that imports a test's", () => {
    const text = 'import { x } from "#tests/support/x.ts"';
    expect(importsOfFreeCode([parseSource("server/http/create-app.ts", text)])).toHaveLength(1);
  });

  test.each([
    ["server/pages/x.ts", 'import { test } from "vitest"', 1],
    ["server/pages/x.ts", 'import { serve } from "@hono/node-server/serve"', 0],
    ["server/pages/x.ts", 'import { readFile } from "node:fs/promises"', 0],
    ["web/app/x.tsx", 'const x = () => import("@capacitor/share")', 1],
    ["web/app/native/x.ts", 'import { Share } from "@capacitor/share"', 0],
    ["scripts/commands/x.ts", 'import { parse } from "acorn"', 1],
    ["scripts/gates/x.ts", 'import { parse } from "acorn"', 0],
    ["vite.config.ts", 'import { parse } from "acorn"', 1],
  ])("an import of a package that a start does not install: %s, %s", (path, text, count) => {
    expect(importsOfTools([parseSource(path, text)], DEPENDENCIES)).toHaveLength(count);
  });

  test.each([
    ["server/pages/x.ts", 'import { x } from "../app.ts"', 1],
    ["supabase/functions/a/index.ts", 'import { x } from "../_shared/x.ts"', 0],
    ["supabase/functions/a/index.ts", 'import { x } from "../b/x.ts"', 1],
    ["supabase/functions/_shared/a/x.ts", 'import { x } from "../b/x.ts"', 0],
    ["supabase/functions/_shared/a/x.ts", 'import { x } from "../../b/x.ts"', 1],
  ])("a climbing import in %s: %s", (path, text, count) => {
    expect(climbingImports([parseSource(path, text)])).toHaveLength(count);
  });

  test("a folder of more than 25 production files, and not one of 25 and their tests", () => {
    const paths = Array.from({ length: 25 }, (_, at) => [
      `web/ui/a${at}.ts`,
      `web/ui/a${at}.test.ts`,
    ]);
    expect(crowdedFolders(paths.flat())).toEqual([]);
    expect(crowdedFolders([...paths.flat(), "web/ui/one-more.ts"])).toHaveLength(1);
  });

  test.each([
    ['export * from "./a.ts"', 1],
    ['export { a } from "./a.ts"; export { b } from "./b.ts"', 1],
    ['import { a } from "./a.ts"; export const b = a;', 0],
  ])("a barrel: %s", (text, count) => {
    expect(barrels([parseSource("web/ui/x.ts", text)])).toHaveLength(count);
  });

  test.each([
    "const a = new Date();",
    "const a = Date.now();",
    "const a = Math.random();",
    'import { a } from "node:fs";',
    'import { a } from "react";',
    'import { a } from "./x.data.ts";',
    'fetch("/x");',
  ])("an impure rule: %s", (text) => {
    expect(impureDomains([parseSource("shared/x.domain.ts", text)])).toHaveLength(1);
  });

  test("a rule may turn a given instant into a date", () => {
    const text = "export const a = (ms: number) => new Date(ms);";
    expect(impureDomains([parseSource("shared/x.domain.ts", text)])).toEqual([]);
  });

  test("a second reader of the environment, caller of fetch and user of storage", () => {
    expect(environmentReaders([parseSource("server/x.ts", "process.env.PORT")])).toHaveLength(1);
    expect(fetchCallers([parseSource("web/ui/x.ts", 'fetch("/x")')])).toHaveLength(1);
    expect(fetchCallers([parseSource("web/ui/x.ts", "const f = window.fetch;")])).toHaveLength(1);
    expect(storageUsers([parseSource("web/ui/x.ts", "localStorage.clear()")])).toHaveLength(1);
    expect(storageUsers([parseSource("web/ui/x.ts", "window.sessionStorage")])).toHaveLength(1);
  });

  test.each(["web/ui/videoCard.tsx", "web/utils/x.ts", "server/index.ts", "web/lib/data.ts"])(
    "a bad name: %s",
    (path) => {
      expect(badNames([path])).toHaveLength(1);
    },
  );

  test.each([
    ['if (language === "fr") a();', 1],
    ["const texts = { en: 1, fr: 2 };", 2],
    ["const texts = all.fr;", 1],
    ["type Texts = { en: string };", 1],
    ['const path = "/fr/live-tv";', 1],
    ["const path = `/fr/${page}`;", 1],
    ["const all = { en, fr };", 0],
    ['import { account as fr } from "./fr/account.ts";', 0],
    ['const path = "/friends";', 0],
    ['const text = "en route";', 0],
  ])("a language that is named by hand: %s", (text, count) => {
    expect(languageLiterals([parseSource("web/ui/x.ts", text)], LANGUAGES)).toHaveLength(count);
  });

  test.each([
    ['const bucket = "avatars";', 1],
    ["const text = `Welcome to ${site}, a ministry`;", 1],
    ["/** Wide enough for a church hall. */", 1],
    ["const playlistId = 1;", 1],
    ['const language = "fr";', 1],
    ["const texts = { fr: 1 };", 1],
    ['const kind = "foreign"; const ministered = 1;', 0],
  ])("a backend that knows what it serves: %s", (text, count) => {
    expect(productWords([parseSource("server/backend/rest/x.ts", text)])).toHaveLength(count);
    expect(productWords([parseSource("server/backend/rest/x.test.ts", text)])).toEqual([]);
    expect(productWords([parseSource("server/live/x.ts", text)])).toEqual([]);
  });

  test("a promise that no issue keeps, and a constant without a unit", () => {
    expect(untrackedPromises([parseSource("server/x.ts", "// TODO later")])).toHaveLength(1);
    expect(untrackedPromises([parseSource("server/x.ts", "// TODO(#12) later")])).toEqual([]);
    expect(unitlessConstants([parseSource("server/x.ts", "const READ_TIMEOUT = 5;")])).toHaveLength(
      1,
    );
    expect(unitlessConstants([parseSource("server/x.ts", "const READ_TIMEOUT_MS = 5;")])).toEqual(
      [],
    );
  });
});
