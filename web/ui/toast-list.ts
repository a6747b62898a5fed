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

export type ShownToast = Toast & { id: number };

const MAX_TOASTS = 3;

let toasts: readonly ShownToast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

export function readToasts(): readonly ShownToast[] {
  return toasts;
}

export function subscribeToasts(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

export function addToast(toast: Toast): void {
  const others = toasts.filter((other) => toast.place === undefined || other.place !== toast.place);
  set([...others, { ...toast, id: nextId }].slice(-MAX_TOASTS));
  nextId += 1;
}

export function removeToast(id: number): void {
  set(toasts.filter((other) => other.id !== id));
}

/**
 * Takes away what failed, once it is tried again; a message that names its place stays. It waits for no code to load:
 * the next failure may be told before that is there.
 */
export function dismissFailures(): void {
  set(toasts.filter(({ tone, place }) => tone !== "danger" || place !== undefined));
}

function set(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
