/**
 * A reason not to start, in one sentence for the operator. `server/main.ts` prints only the message and exits
 * with 1; any other error at start is a bug.
 */
export class StartError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, { cause: options.cause });
    this.name = "StartError";
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the `code` of a Node or PostgreSQL error, or null. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** Turns a file system error in DATA_DIR into one clear sentence; passes a StartError on. */
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

export function notWritableSentence(dataDir: string): string {
  return `DATA_DIR (${dataDir}) is not writable. Give this account write access, or set DATA_DIR to another folder.`;
}

/** Sentence for a full disk, thrown before a partial write. */
export function diskFullSentence(dataDir: string): string {
  return `The disk with DATA_DIR (${dataDir}) is full. Free at least 200 MB and start again.`;
}
