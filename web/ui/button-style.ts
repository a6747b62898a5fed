import { clsx } from "clsx";

type ButtonTone = "brand" | "gold" | "quiet" | "outline" | "danger";

const TONES: Readonly<Record<ButtonTone, string>> = {
  brand: "bg-brand text-on-brand hover:bg-brand-strong",
  gold: "bg-gold text-on-gold hover:bg-gold/85",
  quiet: "bg-raised text-ink hover:bg-line",
  outline: "border border-line bg-surface text-ink hover:bg-raised",
  danger: "border border-line bg-surface text-danger hover:bg-raised",
};

/** Returns the classes of a text button, or of a link that looks like one. */
export function buttonStyle(tone: ButtonTone = "brand", extra?: string): string {
  return clsx(
    "inline-flex min-h-11 max-w-full items-center justify-center gap-2 rounded-full px-5 py-1.5 text-center text-sm font-semibold disabled:pointer-events-none disabled:opacity-50 xs:whitespace-nowrap",
    TONES[tone],
    extra,
  );
}

/** Classes of a round button, or a link, that shows only an icon. */
export const ICON_STYLE =
  "inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-soft hover:bg-raised hover:text-ink";
