import { reportError } from "#web/lib/report-error.ts";
import { takeInstallOffer } from "./deferred-install-prompt.ts";

/**
 * Shows the browser's install dialog. False when the browser has made no offer: the visitor then needs
 * to be told how to install by hand. A dialog that fails is logged only (S8.19).
 */
export function showInstallDialog(): boolean {
  const offer = takeInstallOffer();
  if (!offer) return false;
  Promise.resolve()
    .then(() => offer.prompt())
    .catch(reportError);
  return true;
}

/** Whether the app runs in a window of its own. */
export function isStandalone(): boolean {
  const isHomeScreenApp: unknown = Reflect.get(navigator, "standalone");
  return window.matchMedia("(display-mode: standalone)").matches || isHomeScreenApp === true;
}
