import { AppError } from "./errors.ts";

/** After this time the cached copy is used. */
const ANSWER_LIMIT_MS = 3_000;

/**
 * Returns the response, or the cached copy if the request fails or takes too long. Without a copy
 * it waits for the response.
 *
 * @param kept receives the failure: AppError "network" for a timeout
 */
export async function answerOrKept<Answer>(
  answer: Promise<Answer>,
  kept: (error: unknown) => Promise<Answer | null | undefined>,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const tooLong = new AppError("network", 0, "The answer takes too long");
    timer = setTimeout(() => reject(tooLong), ANSWER_LIMIT_MS);
  });
  try {
    return await Promise.race([answer, timeout]);
  } catch (error) {
    return (await kept(error)) ?? (await answer);
  } finally {
    clearTimeout(timer);
  }
}
