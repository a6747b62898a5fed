/** Prints the measurements of a long test as one line, in the form of docs/reliability.md. */
export function printMeasurements(
  name: string,
  measurements: Readonly<Record<string, number | string>>,
): void {
  const list = Object.entries(measurements).map(([label, value]) => `${label} ${value}`);
  process.stdout.write(`FIGURES ${name}: ${list.join(", ")}\n`);
}
