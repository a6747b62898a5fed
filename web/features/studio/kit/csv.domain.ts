/** Beginnings that a spreadsheet runs as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Without it Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Formats rows as CSV (RFC 4180), with formulas escaped. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => row.map(cellText).join(","));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

function cellText(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  const plain = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
