import { AppError } from "./errors.ts";

/** How long an answer may take before a kept copy of it is shown. */
const ANSWER_LIMIT_MS = 3_000;

/**
 * The answer; what is kept of it where it fails or takes too long. Without a kept copy the answer is waited for.
 *
 * @param kept given the failure, which is AppError "network" where the answer takes too long.
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
