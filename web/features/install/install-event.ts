import { reportError } from "#web/lib/report-error.ts";

/** The browser's offer to install, which TypeScript's library does not know. */
type InstallEvent = Event & { prompt: () => Promise<unknown> };

/** Where the boot script puts the browser's latest offer; it listens before any other script is there. */
const KEPT_BY_BOOT_SCRIPT = "installEvent";

/**
 * Shows the browser's install dialog. False when the browser has made no offer: the visitor then needs
 * to be told how to install by hand. A dialog that fails is logged only (specification section 8).
 */
export function showInstallDialog(): boolean {
  const event: unknown = Reflect.get(window, KEPT_BY_BOOT_SCRIPT);
  if (!isInstallEvent(event)) return false;
  // A browser takes each offer once.
  Reflect.deleteProperty(window, KEPT_BY_BOOT_SCRIPT);
  Promise.resolve()
    .then(() => event.prompt())
    .catch(reportError);
  return true;
}

/** Whether the app runs in a window of its own. */
export function isStandalone(): boolean {
  const isHomeScreenApp: unknown = Reflect.get(navigator, "standalone");
  return window.matchMedia("(display-mode: standalone)").matches || isHomeScreenApp === true;
}

function isInstallEvent(value: unknown): value is InstallEvent {
  return value instanceof Event && typeof Reflect.get(value, "prompt") === "function";
}
