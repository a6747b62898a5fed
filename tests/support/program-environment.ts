/**
 * Returns the environment of a program that a test starts: none of this process's settings, but its compile cache,
 * which halves the CPU time of a start.
 */
export function programEnvironment(
  variables: Readonly<Record<string, string>> = {},
): Record<string, string | undefined> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }), ...variables };
}
