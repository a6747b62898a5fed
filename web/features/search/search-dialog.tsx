import { X } from "lucide-react";
import { searchMessages } from "#shared/messages/search.ts";
import { useTexts } from "#web/lib/site.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SearchCombobox } from "./search-combobox.tsx";

/** Search over any page, as a sheet at its top. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts(searchMessages);
  return (
    <Dialog
      label={texts.title}
      onClose={onClose}
      className="mx-auto mt-4 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-3xl overflow-y-auto rounded-card border border-line bg-surface text-ink shadow-card"
    >
      <div className="p-2">
        <SearchCombobox initial="" isInPage={false} onChosen={onClose}>
          <IconButton label={texts.close} onClick={onClose}>
            <X aria-hidden className="size-5" />
          </IconButton>
        </SearchCombobox>
      </div>
    </Dialog>
  );
}
