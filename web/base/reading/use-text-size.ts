import * as v from "valibot";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";

/** Step of the text size, from 0. The key dates from when only the Bible had it. */
const STORED_TEXT_SIZE: StoredEntry<number> = storedEntry(
  "bible-text-size",
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4)),
  1,
);

const SIZES = [
  "text-base",
  "text-lg lg:text-xl",
  "text-xl lg:text-2xl",
  "text-2xl lg:text-3xl",
  "text-3xl",
] as const;

type TextSize = {
  className: (typeof SIZES)[number];
  /** Null at the smallest and at the largest size. */
  makeSmaller: (() => void) | null;
  makeLarger: (() => void) | null;
};

/** Text size of Scripture and devotionals on this device. */
export function useTextSize(): TextSize {
  const [size, setSize] = useStored(STORED_TEXT_SIZE);
  return {
    className: SIZES[size] ?? SIZES[1],
    makeSmaller: size > 0 ? () => void setSize(size - 1) : null,
    makeLarger: size < SIZES.length - 1 ? () => void setSize(size + 1) : null,
  };
}
