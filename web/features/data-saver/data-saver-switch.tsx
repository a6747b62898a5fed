import { clsx } from "clsx";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useMessages } from "#web/lib/site.ts";

/** The visitor's switch: pictures and players then take as little data as they can. */
export function DataSaverSwitch() {
  const { footer } = useMessages();
  const [isOn, choose] = useDataSaver();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => choose(!isOn)}
      className="inline-flex min-h-8 items-center gap-2 hover:text-ink"
    >
      {footer.dataSaver}
      <span
        aria-hidden
        className={clsx(
          "flex h-5 w-9 rounded-full border-2 border-ink-soft p-0.5",
          isOn && "justify-end bg-brand",
        )}
      >
        <span className={clsx("w-3 rounded-full", isOn ? "bg-on-brand" : "bg-ink-soft")} />
      </span>
    </button>
  );
}
