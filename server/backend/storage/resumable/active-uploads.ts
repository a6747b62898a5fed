/** Requests of this process that are taking in a part, at most one for each upload. */
export type ActiveUploads = {
  /**
   * Stops whoever works on the upload, waits until what came is kept, and works on it.
   *
   * @param work stops reading when the signal says so.
   */
  take<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
};

/**
 * A client that lost its connection comes back before this server knows of the loss: the newer request
 * counts, and learns how much of the older one was kept.
 */
export function createRunningUploads(): ActiveUploads {
  const running = new Map<string, { stop: AbortController; ended: Promise<unknown> }>();
  return {
    async take(id, work) {
      for (let other = running.get(id); other !== undefined; other = running.get(id)) {
        other.stop.abort();
        await other.ended;
      }
      const stop = new AbortController();
      const result = work(stop.signal);
      const ended = result.then(
        () => running.delete(id),
        () => running.delete(id),
      );
      running.set(id, { stop, ended });
      return result;
    },
  };
}
