import { previewMessages } from "#shared/messages/studio/preview.ts";
import { useTexts } from "#web/lib/site.ts";

/** Says of a page that it shows what is not published yet. */
export function PreviewBand() {
  const { band } = useTexts(previewMessages);
  return (
    <p
      role="status"
      className="sticky bottom-20 z-40 border-t border-line bg-gold px-4 py-2 text-center text-sm font-semibold text-on-gold lg:bottom-6"
    >
      {band}
    </p>
  );
}
