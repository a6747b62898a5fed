import { ImageDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { isFree } from "#shared/bible/bible-versions.ts";
import { versePictureMessages } from "#shared/messages/reading/verse-picture.ts";
import { useTexts } from "#web/lib/site.ts";
import type { Quotation } from "./verse-image.domain.ts";

/** Loaded on demand. */
const VerseImageDialog = lazy(async () => ({
  default: (await import("./verse-image-dialog.tsx")).VerseImageDialog,
}));

type VerseImageButtonProps = { quotation: Quotation; className: string; labelClassName?: string };

/**
 * Button that makes an image of some verses; renders nothing when the text's licence does not allow
 * it.
 */
export function VerseImageButton({ quotation, className, labelClassName }: VerseImageButtonProps) {
  const texts = useTexts(versePictureMessages);
  const [isOpen, setOpen] = useState(false);
  if (!isFree(quotation.version)) return null;
  return (
    <>
      <button
        type="button"
        title={texts.button}
        onClick={() => setOpen(true)}
        className={className}
      >
        <ImageDown aria-hidden className="size-4" />
        <span className={labelClassName}>{texts.button}</span>
      </button>
      {isOpen && (
        <Suspense>
          <VerseImageDialog quotation={quotation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
