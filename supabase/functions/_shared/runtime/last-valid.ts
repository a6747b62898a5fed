import type { FunctionContext } from "./runtime.ts";

/**
 * Memoizes a value parsed from variables that can change while a function runs. Invalid later
 * variables keep the last valid value.
 *
 * @param names variables that the value depends on
 * @param read returns null for invalid variables
 */
export function lastValid<Value>(
  { env }: Pick<FunctionContext, "env">,
  names: readonly string[],
  first: Value,
  read: (env: FunctionContext["env"]) => Value | null,
): () => Value {
  const texts = (): readonly unknown[] => names.map((name) => env[name]);
  let value = first;
  let before = texts();
  return () => {
    const now = texts();
    if (now.some((text, index) => text !== before[index])) {
      before = now;
      value = read(env) ?? value;
    }
    return value;
  };
}
