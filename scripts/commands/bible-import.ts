import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { TEXT_ID, bibleVersion } from "#shared/bible/bible-versions.ts";
import { loadKjv } from "#server/bible/kjv-text.ts";
import { numberingTables } from "#server/bible/texts/validation/numberings.domain.ts";
import {
  reportWholeChapters,
  type TextReport,
} from "#server/bible/texts/validation/text-report.domain.ts";
import { readSource } from "#server/bible/texts/formats/read-source.ts";
import {
  type FreeLicence,
  isFreeLicence,
  readLicence,
} from "#server/bible/texts/licences.domain.ts";
import type { TextDescription } from "#server/bible/texts/store/manifest.ts";
import { textsFolder, writeText } from "#server/bible/texts/store/text-folder.ts";
import { parseConfig } from "#server/settings/config.ts";
import { runCommand } from "./run-command.ts";
import { requireServerFolder } from "./server-folder.ts";

const USAGE = `Usage: npm run bible:import -- <file, zip or folder of USFM>
  --id darby --name "Darby" --language fr --licence "public domain" --source https://...
  [--licence-url https://creativecommons.org/...] [--abbreviation DBY] [--notice "the line under each chapter"]
  [--yes]   takes what can be read without asking, when a book or chapter cannot be read`;

const OPTIONS = {
  id: { type: "string" },
  name: { type: "string" },
  abbreviation: { type: "string" },
  language: { type: "string" },
  licence: { type: "string" },
  "licence-url": { type: "string" },
  notice: { type: "string" },
  source: { type: "string" },
  yes: { type: "boolean" },
} as const;

/** As many places of each kind as are printed. */
const SHOWN_PLACES = 20;
/** As many errors of the files as are printed. */
const SHOWN_WARNINGS = 500;

/**
 * Puts a text from a file into the texts of the server of DATA_DIR, which may run: it shows the text within a
 * minute. Prints what the text holds, and leaves everything as it was when it cannot be taken.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: OPTIONS,
    allowPositionals: true,
  });
  const [path] = positionals;
  if (path === undefined) throw new Error(USAGE);
  const description = describeText(values);
  const dataDir = resolve(parseConfig(process.env).DATA_DIR);
  requireServerFolder(dataDir);
  const source = await readSource(resolve(path));
  printWarnings(source.warnings);
  const tables = numberingTables(await loadKjv());
  const { books, broken, report } = reportWholeChapters(description.id, source.books, tables);
  const unreadable = [...source.unreadable, ...broken];
  if (unreadable.length > 0) {
    console.error(`Left out, because it cannot be read (${unreadable.length}):`);
    for (const reason of unreadable) console.error(`  ${reason}`);
    if (values.yes !== true && !(await isConfirmed("Import the rest?"))) {
      throw new Error("Nothing was imported. Give --yes to import the rest without the question.");
    }
  }
  const text = { description, report, books, installedAt: new Date() };
  const { licence, copyright } = await writeText(textsFolder(dataDir), text);
  console.log(`${description.name} (${description.id}), ${licence}: ${copyright}`);
  for (const line of reportLines(report, source.leftOut)) console.log(line);
  console.log("It is installed. A server that runs shows it within a minute.");
}

function printWarnings(warnings: readonly string[]): void {
  if (warnings.length === 0) return;
  console.log(`Errors in the files that do not stop the import (${warnings.length}):`);
  for (const warning of warnings.slice(0, SHOWN_WARNINGS)) console.log(`  ${warning}`);
  const rest = warnings.length - SHOWN_WARNINGS;
  if (rest > 0) console.log(`  and ${rest} more`);
}

/** Reads the answer from standard input; an input that ends without one means no. */
async function isConfirmed(question: string): Promise<boolean> {
  const input = createInterface({ input: process.stdin, output: process.stderr });
  input.setPrompt(`${question} [y/N] `);
  input.prompt();
  try {
    for await (const line of input) return /^y(?:es)?$/i.test(line.trim());
    return false;
  } finally {
    input.close();
  }
}

type Values = {
  readonly [Name in Exclude<keyof typeof OPTIONS, "yes">]?: string | undefined;
};

/** @throws Error with what is missing, or wrong. */
export function describeText(values: Values): TextDescription {
  const { id = "", name = "", language = "", source = "" } = values;
  const missing = Object.entries({ id, name, language, source })
    .filter(([, value]) => value.trim() === "")
    .map(([option]) => `--${option}`);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} is missing.\n${USAGE}`);
  if (!TEXT_ID.test(id) || bibleVersion(id)) {
    throw new Error(
      `--id ${id} cannot be taken: small letters, digits and dashes, and none of kjv, nkjv, esv, niv, nlt.`,
    );
  }
  const licence = licenceOf(values);
  return {
    id,
    name: name.trim(),
    abbreviation: values.abbreviation?.trim() || id.toUpperCase().slice(0, 20),
    language: languageOf(language),
    licence,
    copyright: values.notice?.trim() || `${name.trim()} - ${licenceWords(licence)}.`,
    source: source.trim(),
    serviceId: null,
  };
}

function licenceOf({ licence, "licence-url": url, notice }: Values): FreeLicence {
  const named = [licence, url].filter((claim) => claim !== undefined);
  if (named.length === 0) {
    throw new Error(`--licence is missing: nobody may show a text without one.\n${USAGE}`);
  }
  const found = named.map((claim) => readLicence({ licence: claim, notice: notice ?? null }));
  if (found.includes("non-commercial")) {
    throw new Error(
      "The licence forbids commercial use. Whether a ministry that takes gifts is commercial is for its owner to say: ask for a permission of your own.",
    );
  }
  const [first = "unknown", ...others] = found.filter(isFreeLicence);
  if (first === "unknown") {
    throw new Error(
      `The licence "${named.join(", ")}" is not known to be free: public domain, CC0, CC BY, CC BY-SA and CC BY-ND are taken.`,
    );
  }
  if (others.some((other) => other !== first)) {
    throw new Error("--licence and --licence-url name two different licences.");
  }
  return first;
}

function licenceWords(licence: FreeLicence): string {
  return licence === "pd" ? "public domain" : licence.toUpperCase().replace("CC-", "CC ");
}

function languageOf(language: string): string {
  try {
    const [tag] = Intl.getCanonicalLocales(language.trim());
    if (tag !== undefined) return tag;
  } catch {
    // Said below.
  }
  throw new Error(`--language ${language} is no language: "fr", "sn" and "pt-BR" are.`);
}

function reportLines(report: TextReport, leftOut: readonly string[]): string[] {
  const { books, chapters, verses, numbering } = report;
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ["Books that are not there", report.missingBooks],
    ["Books and chapters that our numbering lacks, left out", leftOut],
    [
      `Chapters that end with another verse than in the numbering ${numbering}`,
      report.differingChapters,
    ],
    ["Verses that are missing in this text, or stand in the verse before", report.missingVerses],
  ];
  return [
    `${books} books, ${chapters} chapters, ${verses} verses, numbered as ${numbering}.`,
    ...lines
      .filter(([, places]) => places.length > 0)
      .map(([what, places]) => placesLine(what, places)),
  ];
}

function placesLine(what: string, places: readonly string[]): string {
  const shown = places.slice(0, SHOWN_PLACES).join(", ");
  const rest = places.length - SHOWN_PLACES;
  return `${what} (${places.length}): ${shown}${rest > 0 ? `, and ${rest} more` : ""}.`;
}

if (import.meta.main) await runCommand(main);
