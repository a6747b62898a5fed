/**
 * A reason not to start, in one sentence for the operator. `server/main.ts` prints the message alone
 * (no stack) and exits with 1; everything else that is thrown at start is a fault of the program.
 */
export class StartError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, { cause: options.cause });
    this.name = "StartError";
  }
}

/** What was thrown, in its own words. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a Node or PostgreSQL error, when it has one. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** Passes a StartError on and turns a file system error in DATA_DIR into one clear sentence. */
export function dataDirError(dataDir: string, error: unknown): unknown {
  if (error instanceof StartError) return error;
  const because = (sentence: string): StartError => new StartError(sentence, { cause: error });
  switch (errorCode(error)) {
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return because(notWritableSentence(dataDir));
    case "ENOSPC":
    case "EDQUOT":
      return because(diskFullSentence(dataDir));
    case "ENOTDIR":
    case "EEXIST":
      return because(`DATA_DIR (${dataDir}) is not a folder: set DATA_DIR to one.`);
    case null:
    default:
      return error;
  }
}

/** The sentence for a folder that is read-only or somebody else's. */
export function notWritableSentence(dataDir: string): string {
  return `DATA_DIR (${dataDir}) cannot be written: give this account the right to write there, or set DATA_DIR to another folder.`;
}

/** The sentence for a full disk; thrown before anything is written half. */
export function diskFullSentence(dataDir: string): string {
  return `The disk that holds DATA_DIR (${dataDir}) is full: free at least 200 MB and start again.`;
}
