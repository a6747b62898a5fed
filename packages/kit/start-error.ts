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

/** Turns a file system error in DATA_DIR into one clear sentence; passes a StartError and a bug on. */
export function dataDirError(dataDir: string, error: unknown): unknown {
  const sentence = folderSentence("DATA_DIR", dataDir, error);
  return sentence === null ? error : new StartError(sentence, { cause: error });
}

/** Sentence for a file system error in the folder of a setting; null for any other error. */
export function folderSentence(setting: string, folder: string, error: unknown): string | null {
  switch (errorCode(error)) {
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return `${setting} (${folder}) is not writable. Give this account write access, or set ${setting} to another folder.`;
    case "ENOSPC":
    case "EDQUOT":
      return diskFullSentence(folder, setting);
    case "ENOTDIR":
    case "EEXIST":
      return `${setting} (${folder}) is not a folder: set ${setting} to one.`;
    case null:
    default:
      return null;
  }
}

/** Sentence for a full disk, thrown before a partial write. */
export function diskFullSentence(folder: string, setting = "DATA_DIR"): string {
  return `The disk with ${setting} (${folder}) is full. Free at least 200 MB and start again.`;
}
