import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { TEXT_ID, bibleVersion } from "#shared/bible/bible-versions.ts";
import { loadKjv } from "#server/bible/kjv-text.ts";
import { numberingTables } from "#server/bible/texts/validation/numberings.domain.ts";
import { reportText, type TextReport } from "#server/bible/texts/validation/text-report.domain.ts";
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
  [--licence-url https://creativecommons.org/...] [--abbreviation DBY] [--notice "the line under each chapter"]`;

const OPTIONS = {
  id: { type: "string" },
  name: { type: "string" },
  abbreviation: { type: "string" },
  language: { type: "string" },
  licence: { type: "string" },
  "licence-url": { type: "string" },
  notice: { type: "string" },
  source: { type: "string" },
} as const;

/** As many places of each kind as are printed. */
const SHOWN_PLACES = 20;

/**
 * Puts a text from a file on the shelf of the server of DATA_DIR, which may run: it shows the text within a
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
  const { books, leftOut } = await readSource(resolve(path));
  const report = reportText(description.id, books, numberingTables(await loadKjv()));
  const text = { description, report, books, installedAt: new Date() };
  const { licence, copyright } = await writeText(textsFolder(dataDir), text);
  console.log(`${description.name} (${description.id}), ${licence}: ${copyright}`);
  for (const line of reportLines(report, leftOut)) console.log(line);
  console.log("It is on the shelf. A server that runs shows it within a minute.");
}

type Values = { readonly [Name in keyof typeof OPTIONS]?: string | undefined };

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
    ["Books beside the 66 that were left out", leftOut],
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
