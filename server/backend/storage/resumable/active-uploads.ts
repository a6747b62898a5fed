/** Requests of this process that receive a part, at most one per upload. */
export type ActiveUploads = {
  /**
   * Aborts the request that works on the upload, waits until its bytes are stored, then runs
   * `work`.
   *
   * @param work stops reading on the signal.
   */
  take<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
};

/**
 * A client that lost its connection returns before this server notices the loss. The newer request
 * wins and learns how many bytes the older one stored.
 */
export function createActiveUploads(): ActiveUploads {
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
