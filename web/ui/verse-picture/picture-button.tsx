import { ImageDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { isFree } from "#shared/bible/bible-versions.ts";
import type { Quotation } from "#web/base/verse-picture/quotation.domain.ts";

/** Loaded when somebody wants a picture. */
const PictureDialog = lazy(async () => ({
  default: (await import("./picture-dialog.tsx")).PictureDialog,
}));

type PictureButtonProps = { quotation: Quotation; label: string; className: string };

/** Makes a picture of some verses to pass on; nothing where the text's licence does not allow it. */
export function PictureButton({ quotation, label, className }: PictureButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isFree(quotation.version)) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={className}>
        <ImageDown aria-hidden className="size-4" />
        {label}
      </button>
      {isOpen && (
        <Suspense>
          <PictureDialog quotation={quotation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
