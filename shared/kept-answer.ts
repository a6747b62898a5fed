import { AppError } from "./errors.ts";

/** After this time the cached copy is used. */
const RESPONSE_TIMEOUT_MS = 3_000;

/**
 * Returns the response, or the cached copy if the request fails or takes too long. Without a copy
 * it waits for the response.
 *
 * @param readCopy receives the failure: AppError "network" for a timeout
 */
export async function answerOrKept<Value>(
  response: Promise<Value>,
  readCopy: (error: unknown) => Promise<Value | null | undefined>,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const tooLong = new AppError("network", 0, "The answer takes too long");
    timer = setTimeout(() => reject(tooLong), RESPONSE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([response, timeout]);
  } catch (error) {
    return (await readCopy(error)) ?? (await response);
  } finally {
    clearTimeout(timer);
  }
}
