import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useMessages } from "#web/lib/site.ts";

type SwitchProps = {
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
  className: string;
  /** Its label. */
  children: ReactNode;
  describedBy?: string;
};

/** A label followed by its switch. */
export function Switch({ isOn, onTurn, className, children, describedBy }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-describedby={describedBy}
      onClick={() => onTurn(!isOn)}
      className={clsx("inline-flex", className, "items-center gap-2 hover:text-ink")}
    >
      {children}
      <span
        aria-hidden
        className={clsx(
          "flex h-5 min-w-9 rounded-full border-2 border-ink-soft p-0.5",
          isOn && "justify-end bg-brand",
        )}
      >
        <span className={clsx("w-3 rounded-full", isOn ? "bg-on-brand" : "bg-ink-soft")} />
      </span>
    </button>
  );
}

/** Data saver switch: images and players then load as little data as possible. */
export function DataSaverSwitch() {
  const { footer } = useMessages();
  const [isOn, choose] = useDataSaver();
  return (
    <Switch isOn={isOn} onTurn={choose} className="min-h-8">
      {footer.dataSaver}
    </Switch>
  );
}
