import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog } from "./dialog.tsx";
import { IconButton } from "./icon-button.tsx";

type FormDialogProps = {
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
};

/** A centred dialog with a heading and a close button. */
export function FormDialog({ title, closeLabel, onClose, children }: FormDialogProps) {
  return (
    <Dialog
      label={title}
      className="form-dialog m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-card border border-line bg-surface p-5 text-ink shadow-card"
      onClose={onClose}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 className="text-xl font-bold tracking-tight">{title}</h2>
        <IconButton label={closeLabel} className="-mt-2 -mr-2.5" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      {children}
    </Dialog>
  );
}
