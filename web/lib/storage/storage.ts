import * as v from "valibot";
import type { StoredEntry } from "./storage-keys.ts";

/**
 * Reads localStorage or sessionStorage; this file is their only access. Text is stored as is,
 * everything else as JSON. A value that does not parse is moved to `{key}.bad` and its fallback
 * used, so that no page breaks.
 */
export function readStored<Value>({ key, schema, fallback, isForTab }: StoredEntry<Value>): Value {
  const text = readText(key, isForTab);
  if (text === null) return fallback;
  const parsed = v.safeParse(schema, decode(text));
  if (parsed.success) return parsed.output;
  writeText(`${key}.bad`, text, isForTab);
  return fallback;
}

/** Stores a value. Returns false when the browser rejects (full, or storage blocked). */
export function writeStored<Value>({ key, isForTab }: StoredEntry<Value>, value: Value): boolean {
  return writeText(key, typeof value === "string" ? value : JSON.stringify(value), isForTab);
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Deletes a value. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is nothing to delete.
  }
}

/** Returns the stored text as it is, or null. */
export function readText(key: string, isForTab = false): string | null {
  try {
    return areaOf(isForTab).getItem(key);
  } catch {
    return null;
  }
}

/** Stores text as it is. Returns false when the browser rejects. */
export function writeText(key: string, text: string, isForTab = false): boolean {
  try {
    areaOf(isForTab).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function areaOf(isForTab: boolean): Storage {
  return isForTab ? sessionStorage : localStorage;
}

/** Calls back when a stored value changes, here or in another tab. */
export function subscribeToStorage(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}

/** Notifies this tab of a change; browsers notify only the other ones. */
export function announceStorageChange(): void {
  window.dispatchEvent(new Event("storage"));
}
