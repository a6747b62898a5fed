import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { ICON_STYLE } from "./button-style.ts";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "children"> & {
  /** Accessible name and tooltip. */
  label: string;
  children: ReactNode;
};

/** A round button that shows only an icon. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(ICON_STYLE, "disabled:opacity-50", className)}
      {...rest}
    >
      {children}
    </button>
  );
}
