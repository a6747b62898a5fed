import { CloudOff, WifiOff } from "lucide-react";
import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { offlineMessages } from "#shared/messages/offline.ts";
import { useConnection } from "#web/lib/http/use-connection.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";

type OfflineBannerProps = {
  /** Applies an update of the app that this line offers; null: there is none. */
  onUpdate?: (() => void) | null;
};

/**
 * A line below the header while the connection or the server is missing; it leads to the content of
 * this device. The root's attribute marks controls that need the network (deferred.css).
 */
export function OfflineBanner({ onUpdate = null }: OfflineBannerProps) {
  const texts = useTexts(offlineMessages);
  const connection = useConnection();
  const [header] = useState(() => document.querySelector("#root > header, .studio > header"));
  const Icon = connection === "offline" ? WifiOff : CloudOff;

  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement;
    if (connection === "online") return undefined;
    dataset["connection"] = connection;
    style.setProperty("--needs-network", JSON.stringify(texts.needsNetwork));
    return () => void delete dataset["connection"];
  }, [connection, texts]);

  const line = (
    <div role="status" data-offline className="bg-gold-soft text-sm text-ink">
      {connection !== "online" && (
        <p className="page flex flex-wrap items-center gap-x-1 border-t border-line">
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="py-1.5">{texts[connection]}</span>
          <Link to="/offline" className="inline-flex min-h-11 items-center font-semibold underline">
            {texts.whatIsHere}
          </Link>
        </p>
      )}
      {onUpdate && (
        <p className="page flex flex-wrap items-center gap-x-2 border-t border-line">
          <span className="py-1.5">{texts.newVersion}</span>
          <button type="button" className="min-h-11 font-semibold underline" onClick={onUpdate}>
            {texts.reload}
          </button>
        </p>
      )}
    </div>
  );
  return header ? createPortal(line, header) : line;
}
