import { clsx } from "clsx";
import { CircleCheck, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { useStore } from "#web/lib/store.ts";
import { buttonStyle } from "./button-style.ts";
import { IconButton } from "./icon-button.tsx";
import { addToast, removeToast, type ShownToast, shownToasts, type Toast } from "./toast-list.ts";

/** Longer than the 6 s of reading; the timer stops under pointer or focus. */
const SHOWN_MS = 8_000;

/**
 * Screen readers speak a change of a region that they know, not a region with its first text; an alert
 * is always spoken.
 */
const REGION_KNOWN_AFTER_MS = 100;

let place: HTMLElement | null = null;

/**
 * Shows a message. An open dialog makes everything outside of it inert, so the message then moves
 * inside.
 */
export function showToast(toast: Toast): void {
  if (place === null) {
    place = document.createElement("div");
    createRoot(place).render(<ToastStack />);
  }
  const host = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  if (place.parentNode !== host) host.append(place);
  addToast(toast);
}

function ToastStack() {
  const shown = useStore(shownToasts);
  const cardsOf = (tone: Toast["tone"]) =>
    shown
      .filter((toast) => toast.tone === tone)
      .map((toast) => <ToastCard key={toast.id} toast={toast} />);
  return (
    <div
      data-toasts={shown.length}
      className={clsx(STACK, "pointer-events-none fixed inset-x-4 bottom-20 z-50 lg:bottom-6")}
    >
      <div aria-live="polite" className={clsx(STACK, "w-full")}>
        {cardsOf("done")}
      </div>
      {cardsOf("danger")}
    </div>
  );
}

const STACK = "flex flex-col items-center gap-2 sm:items-end";

function ToastCard({ toast }: { toast: ShownToast }) {
  const { id, title, text, tone, action, shownMs, dismissLabel } = toast;
  const [isHeld, setIsHeld] = useState(false);
  const [isShown, setIsShown] = useState(tone === "danger");
  const ref = useRef<HTMLDivElement>(null);
  const dismiss = () => removeToast(id);

  const stays = action !== undefined && shownMs === undefined;

  useEffect(() => {
    if (isHeld || stays) return;
    const timer = setTimeout(() => removeToast(id), shownMs ?? SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld, stays, shownMs]);

  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), REGION_KNOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    // There it follows the form's buttons, which it must not cover.
    const dialog = ref.current?.closest(".form-dialog");
    dialog?.scrollTo(0, dialog.scrollHeight);
  }, [isShown]);
  if (!isShown) return null;

  const Icon = tone === "danger" ? TriangleAlert : CircleCheck;
  return (
    <div
      ref={ref}
      {...(tone === "danger" && { role: "alert" })}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className={clsx(
        "pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-card border p-4 shadow-card",
        tone === "danger" ? "border-danger bg-danger-soft" : "border-line bg-surface",
      )}
    >
      <Icon
        aria-hidden
        className={clsx("mt-0.5 size-5 shrink-0", tone === "danger" ? "text-danger" : "text-brand")}
      />
      <div className="min-w-0 grow text-ink">
        <p className="font-semibold">{title}</p>
        {text !== undefined && <p className="mt-0.5 text-sm">{text}</p>}
        {action && (
          <button
            type="button"
            className={buttonStyle("brand", "mt-3")}
            onClick={() => {
              action.onAct();
              dismiss();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <IconButton label={dismissLabel} className="-my-2 -mr-2" onClick={dismiss}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
}
