import { readFile } from "node:fs/promises";
import * as v from "valibot";
import { parseJson } from "@reign-tv/kit/parse-json.ts";

/** Reads state of DATA_DIR that outlives a restart; returns null for a missing or damaged file. */
export async function readStateFile<T>(
  path: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  return v.parse(v.fallback(v.nullable(schema), null), parseJson(text));
}
