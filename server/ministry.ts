import { readFile } from "node:fs/promises";
import { type Ministry, ministrySchema } from "#shared/ministry.ts";
import { StartError } from "#server/base/start-error.ts";

/**
 * Reads and checks `ministry.json`.
 *
 * @throws StartError with one sentence when the file cannot be read, and with every problem and its
 * path when it does not fit the schema.
 */
export async function loadMinistry(path: string): Promise<Ministry> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new StartError(`The ministry file ${path} cannot be read.`, { cause });
  });
  const result = ministrySchema.safeParse(parseJson(text, path));
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    (issue) => `  ${issue.path.join(".") || "(whole file)"}: ${issue.message}`,
  );
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  throw new StartError(`The ministry file ${path} has ${count}:\n${problems.join("\n")}`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "unknown reason";
    throw new StartError(`The ministry file ${path} is not valid JSON: ${reason}.`, { cause });
  }
}
