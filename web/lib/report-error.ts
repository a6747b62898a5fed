/**
 * Logs an error at the boundary that handled it. The only place that writes to the browser's
 * console.
 */
export function reportError(error: unknown): void {
  // oxlint-disable-next-line no-console -- the specification asks that the error be logged
  console.error(error);
}
