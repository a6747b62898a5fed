import * as v from "valibot";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";

const STORED_RED_LETTERS: StoredEntry<boolean> = storedEntry(
  "bible-red-letters",
  v.boolean(),
  true,
);

/** Returns whether this device shows the words of Jesus in red, and the setter. */
export function useRedLetters(): { isRed: boolean; setRed: (isRed: boolean) => void } {
  const [isRed, setRed] = useStored(STORED_RED_LETTERS);
  return { isRed, setRed: (next) => void setRed(next) };
}
