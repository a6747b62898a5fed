import * as v from "valibot";
import { LANGUAGES, type Language } from "#shared/languages.ts";

/** One value that the product stores in the browser. */
export type StoredEntry<Value> = {
  key: string;
  schema: v.GenericSchema<unknown, Value>;
  /** Used for a missing or corrupt value. */
  fallback: Value;
  /** Stored in sessionStorage. */
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

/** A stored list that drops invalid items. A list without a valid item is corrupt. */
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

/** Every value that the product stores in the browser; the privacy page's table is made from it. */
export const STORAGE_KEYS = {
  theme: storedEntry("theme", v.picklist(["light", "dark"]), "light"),
  /** Chosen by the visitor; the boot script redirects Home by it. */
  language: storedEntry<Language | null>("language", v.picklist(LANGUAGES), null),
  playerConsents: storedEntry("playerConsents", listOf(v.string()), []),
  dataSaver: storedEntry("dataSaver", v.picklist(["auto", "on", "off"]), "auto"),
};
