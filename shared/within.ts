/** What work gives, or `otherwise` where it fails or takes longer; the work itself goes on. */
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
