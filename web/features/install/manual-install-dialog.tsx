import { installMessages } from "#shared/messages/devices/install.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { installDevice } from "./install-rules.domain.ts";

/** Manual installation without a browser dialog: an alert for phones, computers or televisions. */
export function ManualInstallDialog({ onClose }: { onClose: () => void }) {
  const { ministry } = useSite();
  const { manual } = useTexts(installMessages);
  const title = manual.title(ministry.name);
  const device = installDevice(navigator.userAgent, navigator.maxTouchPoints);
  return (
    <Dialog
      role="alertdialog"
      label={title}
      describedBy="manual-install-steps"
      className="m-auto w-[calc(100%-2rem)] max-w-sm rounded-card bg-surface p-6 text-ink shadow-card"
      onClose={onClose}
    >
      <h2 className="text-xl font-bold tracking-tight">{title}</h2>
      <p id="manual-install-steps" className="mt-3 text-ink-soft">
        {manual[device]}
      </p>
      <button type="button" className={buttonStyle("brand", "mt-5 w-full")} onClick={onClose}>
        {manual.understood}
      </button>
    </Dialog>
  );
}
