import type { KeyValueStore } from "#server/kit/files/file-store.ts";

/** What rooms keep between starts: texts by area and key, of this server or of all on its database. */
export type StateStore = {
  /** A store of texts that are replaced whole. */
  storeOf(area: string): KeyValueStore;
  /** A book of texts that are never changed. */
  bookOf(area: string): AppendOnlyStore;
  /** Counts of what may happen only so often in a stretch of time, whichever server does it. */
  countsOf(area: string): PeriodCounters;
  close(): Promise<void>;
};

/** Counts by key, each of its newest stretch of time only. */
export type PeriodCounters = {
  /**
   * Counts one more.
   *
   * @param key letters, digits and dashes.
   * @param stretch number of the stretch, higher for a later one.
   * @returns how many there are in that stretch, this one and all before it, and perhaps some of the same moment.
   * @throws the error of the disk or the database.
   */
  add(key: string, stretch: number): Promise<number>;
};

/** Texts that are made once, each under a name of its own. */
export type AppendOnlyStore = {
  /** All names, in the order of their letters. */
  names(): Promise<readonly string[]>;
  /** @throws the error of the disk or the database; also for a name that is none. */
  read(name: string): Promise<string>;
  /** @returns false when somebody else made it before, perhaps just now. */
  create(name: string, text: string): Promise<boolean>;
};
