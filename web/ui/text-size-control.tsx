import { AArrowDown, AArrowUp } from "lucide-react";
import { readerMessages } from "#shared/messages/reading/reader.ts";
import { useTextSize } from "#web/base/reading/use-text-size.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "./icon-button.tsx";

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
