import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { parseJson } from "#server/kit/parse-json.ts";

/** What a file of DATA_DIR remembers between starts; one that is missing or damaged is none. */
export async function readStateFile<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  return schema.safeParse(parseJson(text)).data ?? null;
}
