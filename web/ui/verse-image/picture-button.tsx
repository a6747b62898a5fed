import { ImageDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { isFree } from "#shared/bible/bible-versions.ts";
import { versePictureMessages } from "#shared/messages/reading/verse-picture.ts";
import { useTexts } from "#web/lib/site.ts";
import type { Quotation } from "#web/base/verse-image/verse-image.domain.ts";

/** Loaded on demand. */
const PictureDialog = lazy(async () => ({
  default: (await import("./picture-dialog.tsx")).PictureDialog,
}));

type PictureButtonProps = { quotation: Quotation; className: string; labelClassName?: string };

/**
 * Button that makes an image of some verses; renders nothing when the text's licence does not allow
 * it.
 */
export function PictureButton({ quotation, className, labelClassName }: PictureButtonProps) {
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
          <PictureDialog quotation={quotation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
