import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;

/** Asks git about the repository at `root`, or tells it to do something. */
export type Git = (...args: string[]) => Promise<string>;

/** @returns what git prints, without the last line's end; it throws an Error in git's own words. */
export function gitAt(root: string): Git {
  return async (...args) => {
    try {
      const { stdout } = await run("git", args, { cwd: root, maxBuffer: OUTPUT_LIMIT_BYTES });
      return stdout.trimEnd();
    } catch (error) {
      throw new Error(`git ${args[0]} failed: ${gitWords(error)}`, { cause: error });
    }
  };
}

function gitWords(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  return said
    .trim()
    .replace(/^(?:fatal|error): /, "")
    .replaceAll(/\s*\n\s*/g, " ");
}

/** Lines of what git printed; none of nothing. */
export function linesOf(output: string): string[] {
  return output === "" ? [] : output.split("\n");
}
