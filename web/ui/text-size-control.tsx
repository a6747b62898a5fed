import * as v from "valibot";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { AArrowDown, AArrowUp } from "lucide-react";
import { readerMessages } from "#shared/messages/reading/reader.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "./icon-button.tsx";

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

/** Changes the text size of Scripture and devotionals. */
export function TextSizeControl() {
  const texts = useTexts(readerMessages);
  const { makeSmaller, makeLarger } = useTextSize();
  return (
    <div role="group" aria-label={texts.textSize} className="flex">
      <IconButton
        label={texts.smaller}
        disabled={makeSmaller === null}
        onClick={makeSmaller ?? undefined}
      >
        <AArrowDown aria-hidden className="size-5" />
      </IconButton>
      <IconButton
        label={texts.larger}
        disabled={makeLarger === null}
        onClick={makeLarger ?? undefined}
      >
        <AArrowUp aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
}
