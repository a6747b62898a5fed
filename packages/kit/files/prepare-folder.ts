import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, folderSentence, messageOf, StartError } from "#kit/start-error.ts";

const OWN_MODE = 0o700;

/**
 * Creates the folder of a setting and checks that it is writable. @param mode is given to a folder that
 * exists, too.
 *
 * @throws StartError in one sentence for every reason.
 */
export function prepareFolder(setting: string, folder: string, mode?: number): void {
  try {
    mkdirSync(dirname(folder), { recursive: true });
    if (!existsSync(folder)) mkdirSync(folder, { mode: OWN_MODE });
    if (!statSync(folder).isDirectory()) throw systemError("ENOTDIR");
    if (mode !== undefined) chmodSync(folder, mode);
    const probe = join(folder, `.probe.${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    // Node reports ENOENT for folders that it cannot create on a read-only disk.
    const cause = errorCode(error) === "ENOENT" ? systemError("EROFS") : error;
    const sentence =
      folderSentence(setting, folder, cause) ??
      `${setting} (${folder}) cannot be used: ${messageOf(error)}. Set ${setting} to another folder.`;
    throw new StartError(sentence, { cause: error });
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
