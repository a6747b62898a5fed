/** Logs an error at the border that handled it. The one place that writes to the browser's console. */
export function reportError(error: unknown): void {
  // oxlint-disable-next-line no-console -- the specification asks that the error be logged
  console.error(error);
}
