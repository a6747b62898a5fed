import type { ExportManifest } from "#operations/transfer/export-format.ts";

export type ImportReport = {
  /** Rows sent to each table, by `schema.name`. */
  readonly rows: Readonly<Record<string, number>>;
  readonly accounts: { readonly made: number; readonly present: number } | null;
  readonly files: { readonly added: number; readonly present: number };
  /** Sentences: missing data, and how to fix it. */
  readonly notDone: readonly string[];
};

/** Formats the report as lines for an operator. */
export function importLines(report: ImportReport, { leftOut }: ExportManifest): string[] {
  const { rows, accounts, files, notDone } = report;
  const tables = Object.entries(rows).filter(([, count]) => count > 0);
  return [
    ...(accounts === null
      ? []
      : [`Accounts created: ${accounts.made}; already there: ${accounts.present}.`]),
    ...tables.map(([name, count]) => `  ${name}: ${count}`),
    `Uploaded files imported: ${files.added}; already there: ${files.present}.`,
    ...leftOut.map(({ what, count }) => `Not in the export: ${count} ${what}.`),
    ...notDone,
  ];
}
