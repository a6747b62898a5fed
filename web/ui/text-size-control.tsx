import * as v from "valibot";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { currentValue, useStored } from "#web/lib/storage/use-stored.ts";
import { AArrowDown, AArrowUp } from "lucide-react";
import { readerMessages } from "#shared/messages/reading/reader.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "./icon-button.tsx";
import { useEffect } from "react";
import { subscribeToStorage } from "#web/lib/storage/storage.ts";

const LARGEST = 4;

/** Step of the text size, from 0. The key dates from when only the Bible had it. */
const STORED_TEXT_SIZE: StoredEntry<number> = storedEntry(
  "bible-text-size",
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LARGEST)),
  1,
);

const SIZES = Array.from({ length: LARGEST + 1 }, (_, size) => `text-size-${size}`);

/** Classes of text whose size the reader sets. */
export const READING_TEXT = "reading-text text-lg lg:text-xl";

/**
 * Sets the class of the root by which text-size.css, part of both pages' sheets, sets the size. The boot script sets it before the first
 * paint: a text that grew only with the app would move the page that a reload restores.
 */
function showTextSize(): void {
  const { classList } = document.documentElement;
  classList.remove(...SIZES);
  classList.add(`text-size-${currentValue(STORED_TEXT_SIZE)}`);
}

type TextSize = {
  /** Null at the smallest and at the largest size. */
  makeSmaller: (() => void) | null;
  makeLarger: (() => void) | null;
};

/** Text size of Scripture and devotionals on this device. */
function useTextSize(): TextSize {
  const [size, setSize] = useStored(STORED_TEXT_SIZE);
  useEffect(() => {
    showTextSize();
    // Also the choice of another tab.
    return subscribeToStorage(showTextSize);
  }, []);
  return {
    makeSmaller: size > 0 ? () => void setSize(size - 1) : null,
    makeLarger: size < LARGEST ? () => void setSize(size + 1) : null,
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
