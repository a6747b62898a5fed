import { clsx } from "clsx";
import { CircleCheck, TriangleAlert, X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { buttonStyle } from "./button-style.ts";
import { IconButton } from "./icon-button.tsx";

/** A message that comes by itself and goes by itself. */
export type Toast = {
  title: string;
  text?: string;
  /** "danger" is read out at once, "done" when there is time. */
  tone: "done" | "danger";
  /** A toast with something to do stays until it is done or dismissed, unless `shownMs` says how long. */
  action?: { label: string; onAct: () => void };
  /** How long it is shown, in milliseconds. */
  shownMs?: number;
  /** It takes the place of the toast before it that named the same. */
  place?: string;
  /** Name of the button that takes it away. */
  dismissLabel: string;
};

type ShownToast = Toast & { id: number };

/** Longer than the 6 s that reading takes; the time stands still under the pointer or the focus. */
const SHOWN_MS = 8_000;
const MAX_TOASTS = 3;

let toasts: readonly ShownToast[] = [];
let nextId = 1;
let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

/**
 * Shows a message. An open dialog makes everything outside of it inert, so the message then stands
 * inside of it.
 */
export function showToast(toast: Toast): void {
  if (place === null) {
    place = document.createElement("div");
    createRoot(place).render(<ToastStack />);
  }
  const host = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  if (place.parentNode !== host) host.append(place);
  const others = toasts.filter((other) => toast.place === undefined || other.place !== toast.place);
  set([...others, { ...toast, id: nextId }].slice(-MAX_TOASTS));
  nextId += 1;
}

/** Takes away what failed, once it is tried again; a message that names its place stays. */
export function dismissFailures(): void {
  set(toasts.filter(({ tone, place: own }) => tone !== "danger" || own !== undefined));
}

function set(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

function ToastStack() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div
      data-toasts={shown.length}
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex flex-col items-center gap-2 sm:items-end lg:bottom-6"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const [isHeld, setIsHeld] = useState(false);
  const { id, title, text, tone, action, shownMs, dismissLabel } = toast;
  const dismiss = () => set(toasts.filter((other) => other.id !== id));

  const stays = action !== undefined && shownMs === undefined;

  useEffect(() => {
    if (isHeld || stays) return;
    const timer = setTimeout(
      () => set(toasts.filter((other) => other.id !== id)),
      shownMs ?? SHOWN_MS,
    );
    return () => clearTimeout(timer);
  }, [id, isHeld, stays, shownMs]);

  const Icon = tone === "danger" ? TriangleAlert : CircleCheck;
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
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
          <button type="button" className={buttonStyle("brand", "mt-3")} onClick={action.onAct}>
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
