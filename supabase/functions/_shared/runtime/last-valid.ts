import type { FunctionContext } from "@reign-tv/kit/function-contract.ts";

/**
 * Memoizes a value parsed from variables that can change while a function runs. Invalid later
 * variables keep the last valid value.
 *
 * @param context its `env` is read again on each call: a host may replace the object
 * @param names variables that the value depends on
 * @param read returns null for invalid variables
 */
export function lastValid<Value>(
  context: Pick<FunctionContext, "env">,
  names: readonly string[],
  first: Value,
  read: (env: FunctionContext["env"]) => Value | null,
): () => Value {
  const textsOf = (env: FunctionContext["env"]): readonly unknown[] =>
    names.map((name) => env[name]);
  let value = first;
  let before = textsOf(context.env);
  return () => {
    const { env } = context;
    const now = textsOf(env);
    if (now.some((text, index) => text !== before[index])) {
      before = now;
      value = read(env) ?? value;
    }
    return value;
  };
}
