/** What a spreadsheet would take for a formula and run. */
const FORMULA = /^[=+\-@\t\r]/;
/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Rows as a file that spreadsheets open: RFC 4180, and nothing in it is a formula. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => row.map(cellText).join(","));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

function cellText(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  const plain = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
