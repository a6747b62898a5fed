import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { parseJson } from "#server/kit/parse-json.ts";

/** Reads state of DATA_DIR that outlives a restart; returns null for a missing or damaged file. */
export async function readStateFile<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  return schema.safeParse(parseJson(text)).data ?? null;
}
