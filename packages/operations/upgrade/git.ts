import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;

/** Runs git in the repository at `root`. */
export type Git = (...args: string[]) => Promise<string>;

/** @returns git's output without the last line break; throws an Error with git's message. */
export function gitAt(root: string): Git {
  return async (...args) => {
    try {
      const { stdout } = await run("git", args, { cwd: root, maxBuffer: OUTPUT_LIMIT_BYTES });
      return stdout.trimEnd();
    } catch (error) {
      throw new Error(`git ${args[0]} failed: ${gitMessage(error)}`, { cause: error });
    }
  };
}

function gitMessage(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  return said
    .trim()
    .replace(/^(?:fatal|error): /, "")
    .replaceAll(/\s*\n\s*/g, " ");
}

/** Lines of git's output; none for no output. */
export function linesOf(output: string): string[] {
  return output === "" ? [] : output.split("\n");
}
