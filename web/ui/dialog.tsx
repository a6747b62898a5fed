import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";

type DialogProps = {
  /** Accessible name. */
  label: string;
  /** "alertdialog" for an urgent message. */
  role?: "dialog" | "alertdialog";
  /** Id of the text that describes an alert. */
  describedBy?: string;
  className?: string;
  /** Called by Escape or the close button. */
  onClose: () => void;
  children: ReactNode;
};

/** Opens a dialog as a modal. @returns a function that closes it, which returns the focus. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  // The server's markup shows it without script; now it becomes modal.
  dialog.close();
  // First, because opening lays the page out to move the focus.
  document.documentElement.classList.add("overflow-hidden");
  dialog.showModal();
  return () => {
    document.documentElement.classList.remove("overflow-hidden");
    dialog.close();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
}

/**
 * The platform's modal dialog: traps focus, makes the page inert and handles Escape. Mount it to
 * open it. On unmount, focus returns. `open` in the markup shows it where no script runs.
 */
export function Dialog({ label, role, describedBy, className, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => (ref.current ? openModal(ref.current) : undefined), []);

  return (
    <dialog
      open
      ref={ref}
      role={role}
      aria-label={label}
      aria-describedby={describedBy}
      className={clsx("fixed inset-0 z-50", className)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
