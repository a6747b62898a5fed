/** Prints what a long test has measured as one line, as docs/reliability.md has it. */
export function printFigures(
  name: string,
  figures: Readonly<Record<string, number | string>>,
): void {
  const list = Object.entries(figures).map(([label, value]) => `${label} ${value}`);
  process.stdout.write(`FIGURES ${name}: ${list.join(", ")}\n`);
}
