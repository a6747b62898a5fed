/**
 * Runs work with a signal that aborts after a timeout. Not every supported browser has
 * `AbortSignal.timeout`.
 *
 * @param caller aborts earlier
 */
export async function withTimeLimit<Result>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  caller?: AbortSignal,
): Promise<Result> {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  const timer = setTimeout(abort, limitMs);
  if (caller?.aborted) abort();
  caller?.addEventListener("abort", abort);
  try {
    return await work(stop.signal);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", abort);
  }
}
