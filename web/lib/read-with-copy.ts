import type { QueryFunctionContext } from "@tanstack/react-query";
import { answerOrKept } from "#shared/kept-answer.ts";

type Sources<Data> = {
  answer: Promise<Data>;
  /** Null when the device has none. */
  copy: Promise<Data | null>;
  /** Returns the fallback for a failed or missing response; null when there is none. */
  fallback: (copy: Data, error: unknown) => Data | null;
};

/**
 * Runs a query whose data the device may hold: shows the copy at once and the response when it
 * arrives, even after a fallback to the copy.
 */
export async function readWithCopy<Data>(
  { client, queryKey, signal }: QueryFunctionContext,
  { answer, copy, fallback }: Sources<Data>,
): Promise<Data> {
  const show = (data: Data): void => void client.setQueryData(queryKey, data);
  const showCopy = (kept: Data | null): void => {
    const isEmpty = client.getQueryData(queryKey) === undefined;
    if (kept && isEmpty && !signal.aborted) show(kept);
  };
  void copy.then(showCopy);
  void answer.then(show, () => undefined);
  return answerOrKept(answer, async (error) => {
    const kept = signal.aborted ? null : await copy;
    return kept && fallback(kept, error);
  });
}
