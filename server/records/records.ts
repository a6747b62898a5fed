import type { KeyValueStore } from "#server/kit/files/file-store.ts";

/** What rooms keep between starts: texts by area and key, of this server or of all on its database. */
export type Records = {
  /** A store of texts that are replaced whole. */
  storeOf(area: string): KeyValueStore;
  /** A book of texts that are never changed. */
  bookOf(area: string): RecordBook;
  close(): Promise<void>;
};

/** Texts that are made once, each under a name of its own. */
export type RecordBook = {
  /** All names, in the order of their letters. */
  names(): Promise<readonly string[]>;
  /** @throws the error of the disk or the database; also for a name that is none. */
  read(name: string): Promise<string>;
  /** @returns false when somebody else made it before, perhaps just now. */
  create(name: string, text: string): Promise<boolean>;
};
