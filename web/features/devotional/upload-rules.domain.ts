import * as v from "valibot";
import { devotionalEntrySchema } from "#shared/contracts/devotional.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";

/** Limits of an upload (F28). */
export const UPLOAD_MAX_BYTES = 2 * 1024 * 1024;
const MAX_ENTRIES = 400;
const MAX_DEPTH = 4;

/** Why a file is refused; the words are in the catalogue under the same name. */
export type UploadFault = "type" | "size" | "syntax" | "array" | "count" | "depth" | "item";

export type UploadResult =
  | { ok: true; entries: DevotionalEntry[] }
  | { ok: false; fault: UploadFault };

/** Checks that need no look inside the file (S5.13). */
export function checkFile(file: { name: string; size: number }): UploadFault | null {
  if (!file.name.toLowerCase().endsWith(".json")) return "type";
  return file.size > UPLOAD_MAX_BYTES ? "size" : null;
}

/** Reads the text of an upload, all of it or nothing (S5.14, S5.15). */
export function readUpload(text: string): UploadResult {
  let json: unknown;
  try {
    // Some editors put a byte order mark in front.
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { ok: false, fault: "syntax" };
  }
  if (!Array.isArray(json)) return { ok: false, fault: "array" };
  if (json.length > MAX_ENTRIES) return { ok: false, fault: "count" };
  if (isDeeper(json, MAX_DEPTH)) return { ok: false, fault: "depth" };
  const result = v.safeParse(v.array(devotionalEntrySchema), json);
  return result.success ? { ok: true, entries: result.output } : { ok: false, fault: "item" };
}

/** Whether arrays and objects stand in each other more than so many levels deep; without recursion. */
function isDeeper(json: unknown, levels: number): boolean {
  let current: unknown[] = [json];
  for (let depth = 0; depth <= levels; depth += 1) {
    current = current.filter((value) => typeof value === "object" && value !== null);
    if (current.length === 0) return false;
    if (depth < levels) current = current.flatMap((value) => Object.values(Object(value)));
  }
  return true;
}
