import { resolve } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { parseArgs } from "node:util";
import { foldText } from "#shared/search/fold-text.ts";
import { LOUIS_SEGOND, TEXT_ID, bibleVersion } from "#shared/bible/bible-versions.ts";
import { loadKjv } from "#server/bible/kjv-text.ts";
import {
  numberingTables,
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
import { isLouisSegond } from "#server/bible/texts/louis-segond.domain.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { parseConfig } from "#server/settings/config.ts";
import { runCommand, requireServerFolder } from "./run-command.ts";

const USAGE = `Usage: npm run bible:import (it asks for what is missing), or: npm run bible:import -- <file, zip or folder of USFM>
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

/** Printed verses of each kind. */
const PRINTED_VERSES = 20;
/** Printed errors of the files. */
const SHOWN_WARNINGS = 500;

/**
 * Imports a Bible text from a file into DATA_DIR. A running server shows it within a minute. Prints the
 * content of the text; changes nothing when it cannot be imported.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: OPTIONS,
    allowPositionals: true,
  });
  const asked = openQuestions();
  try {
    await importText(positionals[0], values, asked);
  } finally {
    asked.close();
  }
}

async function importText(
  given: string | undefined,
  { yes, ...values }: Values & { yes?: boolean | undefined },
  { ask }: Pick<Questions, "ask">,
): Promise<void> {
  const dataDir = resolve(parseConfig(process.env).DATA_DIR);
  requireServerFolder(dataDir);
  const path = given ?? (await ask("File, zip or folder of USFM: "));
  if (!path) throw new Error("Nothing was imported: the file, zip or folder is missing.");
  const source = await readSource(resolve(path));
  const described = describeText(await askMissing(values, ask));
  printWarnings(source.warnings);
  const tables = numberingTables(await loadKjv());
  const { books, broken, report } = reportWholeChapters(described.id, source.books, tables);
  const unreadable = [...source.unreadable, ...broken];
  if (unreadable.length > 0) {
    console.error(`Left out, because it cannot be read (${unreadable.length}):`);
    for (const reason of unreadable) console.error(`  ${reason}`);
    const isConfirmed =
      yes === true || /^y(?:es)?$/i.test((await ask("Import the rest? [y/N] ")) ?? "");
    if (!isConfirmed) {
      throw new Error("Nothing was imported. Give --yes to import the rest without the question.");
    }
  }
  const { books: bookCount, chapters, verses, numbering } = report;
  const counts = { books: bookCount, chapters, verses };
  // Readers and their marks find it under the id of the free download.
  const description = isLouisSegond({ ...described, counts, numbering })
    ? { ...described, id: LOUIS_SEGOND.id, abbreviation: LOUIS_SEGOND.abbreviation }
    : described;
  const text = { description, report, books, installedAt: new Date() };
  const { licence, copyright } = await writeText(textsFolder(dataDir), text);
  console.log(`${description.name} (${description.id}), ${licence}: ${copyright}`);
  for (const line of reportLines(report, source.leftOut)) console.log(line);
  console.log("Imported. A running server shows it within a minute.");
}

function printWarnings(warnings: readonly string[]): void {
  if (warnings.length === 0) return;
  console.log(`Errors in the files that do not stop the import (${warnings.length}):`);
  for (const warning of warnings.slice(0, SHOWN_WARNINGS)) console.log(`  ${warning}`);
  const rest = warnings.length - SHOWN_WARNINGS;
  if (rest > 0) console.log(`  and ${rest} more`);
}

type Questions = {
  /** The entered line, trimmed; null at the end of the input. */
  readonly ask: (question: string) => Promise<string | null>;
  close(): void;
};

/** Asks on standard error and reads standard input, which the first question opens. */
function openQuestions(): Questions {
  let input: Interface | null = null;
  let lines: AsyncIterator<string> | null = null;
  let isEnded = false;
  return {
    async ask(question) {
      input ??= createInterface({ input: process.stdin, output: process.stderr }).once(
        "close",
        () => {
          isEnded = true;
        },
      );
      lines ??= input[Symbol.asyncIterator]();
      input.setPrompt(question);
      // Piped lines are still there once the input has ended.
      if (isEnded) process.stderr.write(question);
      else input.prompt();
      const { value, done } = await lines.next();
      return done === true ? null : value.trim();
    },
    close: () => input?.close(),
  };
}

/** In this order; an empty line takes the default in brackets. */
const QUESTIONS = [
  ["name", "Name of the text, as readers see it"],
  ["id", "Short name for addresses (small letters, digits and dashes)"],
  ["language", 'Language ("fr", "sn", "pt-BR")'],
  ["licence", "Licence (public domain, CC0, CC BY, CC BY-SA or CC BY-ND)"],
  ["source", "Where the files come from (an address, or in words)"],
] as const;

/** Asks for missing options, each until the value is valid. */
async function askMissing(values: Values, ask: Questions["ask"]): Promise<Values> {
  const known: { -readonly [Name in keyof Values]: Values[Name] } = { ...values };
  for (const [name, question] of QUESTIONS) {
    if (known[name] !== undefined || (name === "licence" && known["licence-url"])) continue;
    const usual = defaultAnswer(name, known.name);
    for (;;) {
      const answer = await ask(usual === undefined ? `${question}: ` : `${question} [${usual}]: `);
      if (answer === null) return known;
      const value = answer || usual;
      if (value === undefined) continue;
      try {
        describeText({ ...EXAMPLE, [name]: value });
        known[name] = value;
        break;
      } catch (error) {
        console.error(messageOf(error));
      }
    }
  }
  return known;
}

/** Valid values, in which one input is tested. */
const EXAMPLE = { id: "own", name: "Own", language: "fr", source: "by hand", licence: "CC0" };

function defaultAnswer(
  asked: (typeof QUESTIONS)[number][0],
  name: string = LOUIS_SEGOND.name,
): string | undefined {
  const { id, language } = LOUIS_SEGOND;
  const segond = { name, id, language, licence: "public domain", source: undefined };
  if (name === LOUIS_SEGOND.name) return segond[asked];
  return asked === "id" ? idOf(name) : undefined;
}

function idOf(name: string): string | undefined {
  const id = foldText(name)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-$/g, "")
    .slice(0, 30);
  return TEXT_ID.test(id) ? id : undefined;
}

type Values = {
  readonly [Name in Exclude<keyof typeof OPTIONS, "yes">]?: string | undefined;
};

/** @throws Error that names the missing or invalid value. */
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
    copyright: values.notice?.trim() || `${name.trim()} - ${licenceText(licence)}.`,
    source: source.trim(),
    serviceId: null,
  };
}

function licenceOf({ licence, "licence-url": url, notice }: Values): FreeLicence {
  const named = [licence, url].filter((claim) => claim !== undefined);
  if (named.length === 0) {
    throw new Error(`--licence is missing: a text cannot be published without one.\n${USAGE}`);
  }
  const found = named.map((claim) => readLicence({ licence: claim, notice: notice ?? null }));
  if (found.includes("non-commercial")) {
    throw new Error(
      "This licence forbids commercial use. Whether a ministry that accepts donations is commercial is for the owner to decide: ask for permission.",
    );
  }
  const [first = "unknown", ...others] = found.filter(isFreeLicence);
  if (first === "unknown") {
    throw new Error(
      `The licence "${named.join(", ")}" is not known to be free. Accepted: public domain, CC0, CC BY, CC BY-SA and CC BY-ND.`,
    );
  }
  if (others.some((other) => other !== first)) {
    throw new Error("--licence and --licence-url name two different licences.");
  }
  return first;
}

function licenceText(licence: FreeLicence): string {
  return licence === "pd" ? "public domain" : licence.toUpperCase().replace("CC-", "CC ");
}

function languageOf(language: string): string {
  try {
    const [tag] = Intl.getCanonicalLocales(language.trim());
    // "french" has the form of a tag that is registered for no language.
    if (tag !== undefined && /^[a-z]{2,3}(?:-|$)/.test(tag)) return tag;
  } catch {
    // Reported below.
  }
  throw new Error(`Unknown language "${language}". Use a code such as "fr", "sn" or "pt-BR".`);
}

function reportLines(report: TextReport, leftOut: readonly string[]): string[] {
  const { books, chapters, verses, numbering } = report;
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ["Missing books", report.missingBooks],
    ["Skipped books and chapters (not in our numbering)", leftOut],
    [
      `Chapters whose verse count differs from the numbering ${numbering}`,
      report.differingChapters,
    ],
    ["Verses missing in this text or merged into the verse before", report.missingVerses],
  ];
  return [
    `${books} books, ${chapters} chapters, ${verses} verses, numbered as ${numbering}.`,
    ...lines
      .filter(([, places]) => places.length > 0)
      .map(([what, places]) => versesLine(what, places)),
  ];
}

function versesLine(what: string, places: readonly string[]): string {
  const shown = places.slice(0, PRINTED_VERSES).join(", ");
  const rest = places.length - PRINTED_VERSES;
  return `${what} (${places.length}): ${shown}${rest > 0 ? `, and ${rest} more` : ""}.`;
}

if (import.meta.main) await runCommand(main);
