import type { FunctionContext } from "./runtime.ts";

/**
 * What is read of variables that may change while a function runs, read anew once one of them is another. What is
 * wrong in a later environment changes nothing.
 *
 * @param names the variables that may change
 * @param read null where they are wrong
 */
export function lastGood<Value>(
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
