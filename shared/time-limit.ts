/**
 * Gives work a signal that breaks it off after a while; not every browser that we serve has
 * `AbortSignal.timeout`.
 *
 * @param caller breaks it off sooner.
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
