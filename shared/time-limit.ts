/**
 * Gives work a signal that breaks it off after a while; not every browser that we serve has
 * `AbortSignal.timeout`.
 */
export async function withTimeLimit<Result>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), limitMs);
  try {
    return await work(stop.signal);
  } finally {
    clearTimeout(timer);
  }
}
