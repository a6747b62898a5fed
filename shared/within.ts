/**
 * Returns the result of work, or `otherwise` if it fails or takes too long; the work itself
 * continues.
 */
export async function within<Result>(
  limitMs: number,
  work: Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), limitMs);
  });
  const result = await Promise.race([work.catch(() => otherwise), limit]);
  clearTimeout(timer);
  return result;
}
