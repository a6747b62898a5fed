import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";

/** Rules on the text of product code. Import rules are in `.dependency-cruiser.mjs`, others in `.oxlintrc.json`. */

const COMMENT = /\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm;

const files = globSync("{shared,web,server,packages,supabase,scripts}/**/*.{ts,tsx,mjs}")
  .filter((path) => !/\.(?:test|fixture)\.tsx?$|^packages\/backend\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** Returns each match of a pattern with its file's path. */
function found(pattern: RegExp, texts: readonly { path: string; text: string }[]): string[] {
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`),
  );
}

const NAMES = LANGUAGES.join("|");
/** Matches "fr", "/fr/...", `.fr` and `fr:`. Allows constants in `{ en, fr }`: the type checker keeps them complete. */
const LANGUAGE = new RegExp(
  `(["'\`])(?:(?:${NAMES})\\1|/(?:${NAMES})[/"'\`])|\\w\\.(?:${NAMES})\\b(?![/"])|[{,]\\s*(?:${NAMES})\\??:`,
  "g",
);

/** Files that may name a language, each with its reason. */
const LANGUAGE_NAMES = {
  "scripts/commands/bible-import.ts": "an example in a message",
  "scripts/setup/lockfile.ts": "sorts as npm sorts",
  "scripts/setup/setup-plan.mjs": "the build reads the guides",
  "packages/backend/default-settings.ts": "texts for a server that sets none",
  "server/bible/providers/youversion.ts": "asks for translations into English",
  "shared/bible/bible-books.ts": "bookmarks and providers know a book by its English name",
  "shared/bible/bible-versions.ts": "each translation says its language",
  "shared/languages.ts": "the table of languages",
  "supabase/functions/_shared/playlist/playlist-videos.ts": "examples in messages",
};

it("names a language only in its table and in the files that exist once per language", () => {
  const code = files
    .filter(({ path }) => !(path in LANGUAGE_NAMES))
    .map(({ path, text }) => ({ path, text: text.replaceAll(COMMENT, "") }));
  expect(found(LANGUAGE, code)).toEqual([]);
});

/** Words of this product. Excludes "foreign", the scope of packages, and `avatar_url`, a claim of sign-in providers. */
const PRODUCT =
  /(?<!fo|@)reign|ministry|church|faith|jesus|bible|devotional|sermon|playlist|avatar(?!_url)|livestream|\b(?:english|french|anglais|français)\b/gi;

it("keeps product and language names out of the backend's services: its settings pass them in", () => {
  const backend = files.filter(({ path }) => /^packages\/backend\/(?!database\/)/.test(path));
  expect(backend.length).toBeGreaterThan(100);
  expect(found(PRODUCT, backend)).toEqual([]);
});

const IMPURE =
  /new Date\(\)|\b(?:Date\.now|Math\.random|performance\.now|crypto\.randomUUID)\b|(?<![\w.])(?:fetch|setTimeout)\(/g;

it("keeps clock, randomness and network out of *.domain.ts", () => {
  const rules = files.filter(({ path }) => path.endsWith(".domain.ts"));
  expect(found(IMPURE, rules)).toEqual([]);
});
