import { watchMessages } from "#shared/messages/videos/watch.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";

type ClearDialogProps = { onClear: () => void; onClose: () => void };

/** Asks before the whole history goes. */
export function ClearDialog({ onClear, onClose }: ClearDialogProps) {
  const texts = useTexts(watchMessages);
  return (
    <FormDialog title={texts.clearTitle} closeLabel={texts.close} onClose={onClose}>
      <p className="text-ink-soft">{texts.clearText}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" onClick={onClose} className={buttonStyle("outline")}>
          {texts.cancel}
        </button>
        <button type="button" onClick={onClear} className={buttonStyle("brand")}>
          {texts.clearConfirm}
        </button>
      </div>
    </FormDialog>
  );
}
