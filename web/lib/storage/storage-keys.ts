import * as v from "valibot";
import { LANGUAGES, type Language } from "#shared/languages.ts";

/** One value that the product keeps in the browser. */
export type StoredEntry<Value> = {
  key: string;
  schema: v.GenericSchema<unknown, Value>;
  /** What stands in for a missing or corrupt value. */
  fallback: Value;
  /** It belongs to one tab and ends with it. */
  isForTab?: true;
};

/** Describes one stored value. Entries of lazy pages stand in files that load with them. */
export function storedEntry<Value>(
  key: string,
  schema: v.GenericSchema<unknown, Value>,
  fallback: Value,
): StoredEntry<Value> {
  return { key, schema, fallback };
}

/** A stored list; an item that does not fit costs the others nothing. A list without one that fits is corrupt. */
export function listOf<Item>(
  item: v.GenericSchema<unknown, Item>,
): v.GenericSchema<unknown, Item[]> {
  return v.pipe(
    v.array(v.unknown()),
    v.check((items) => items.length === 0 || items.some((one) => v.is(item, one))),
    v.transform((items) =>
      items.flatMap((one) => {
        const parsed = v.safeParse(item, one);
        return parsed.success ? [parsed.output] : [];
      }),
    ),
  );
}

/** Every value that the product keeps in the browser; the privacy page's table is made from it. */
export const STORAGE_KEYS = {
  theme: storedEntry("theme", v.picklist(["light", "dark"]), "light"),
  /** Chosen by the visitor; the boot script leads from Home to that language's. */
  language: storedEntry<Language | null>("language", v.picklist(LANGUAGES), null),
  playerConsents: storedEntry("playerConsents", listOf(v.string()), []),
  dataSaver: storedEntry("dataSaver", v.picklist(["auto", "on", "off"]), "auto"),
};
