/** A shell's code for a program that does not exist, or cannot be run. */
const MISSING_CODES: readonly (number | null)[] = [126, 127];

/** Returns whether a limited command ended because there is no such program. */
export function isMissing(exitCode: number | null): boolean {
  return MISSING_CODES.includes(exitCode);
}

type Limits = {
  /** Address space. */
  kilobytes: number;
  /** Largest file that it writes; the system ends it there. */
  fileBytes?: number;
};

/** `ulimit -f` counts blocks of this size. */
const BLOCK_BYTES = 512;

/**
 * Command of a program that gets what the server leaves over: last in turn, bounded in memory, without the server's
 * environment. Arguments of the program are added to it.
 *
 * @param program name or path.
 */
export function limitedCommand(program: string, { kilobytes, fileBytes }: Limits): string[] {
  const limits = [`ulimit -v ${kilobytes}`];
  if (fileBytes !== undefined) limits.push(`ulimit -f ${Math.ceil(fileBytes / BLOCK_BYTES)}`);
  const script = `${limits.join("; ")}; exec env -i PATH="$PATH" nice -n 15 "$@"`;
  return ["/bin/sh", "-c", script, "sh", program];
}
