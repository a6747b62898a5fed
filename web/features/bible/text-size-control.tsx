import { AArrowDown, AArrowUp } from "lucide-react";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useTextSize } from "./use-text-size.ts";

export function TextSizeControl() {
  const texts = useTexts(bibleMessages);
  const { makeSmaller, makeLarger } = useTextSize();
  return (
    <div role="group" aria-label={texts.textSize} className="flex gap-1">
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
