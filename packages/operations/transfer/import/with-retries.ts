const MAX_ATTEMPTS = 6;
const FIRST_DELAY_MS = 500;

type Result = { readonly error: { readonly status?: number | undefined } | null };

/** Retries with backoff while a project is overloaded (429) or does not answer. */
export async function withRetries<T extends Result>(
  call: () => Promise<T>,
  wait: (ms: number) => Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await call();
    if (!isTransient(result.error) || attempt === MAX_ATTEMPTS) return result;
    await wait(FIRST_DELAY_MS * 2 ** (attempt - 1));
  }
}

function isTransient(error: Result["error"]): boolean {
  if (error === null) return false;
  const { status = 0 } = error;
  return status === 0 || status === 429 || status >= 500;
}
