import type * as v from "valibot";

type Key = string | number;

/** Path from a checked value to one inside it, for an issue of `v.rawCheck`. */
export function issuePath(
  input: object,
  key: Key,
  ...rest: readonly Key[]
): [v.IssuePathItem, ...v.IssuePathItem[]] {
  const value: unknown = Reflect.get(input, key);
  const item = { type: "unknown", origin: "value", input, key, value } as const;
  const [next, ...others] = rest;
  if (next === undefined || typeof value !== "object" || value === null) return [item];
  return [item, ...issuePath(value, next, ...others)];
}
