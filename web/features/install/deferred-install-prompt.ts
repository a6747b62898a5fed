/** The browser's `beforeinstallprompt` event, which TypeScript's library lacks. */
export type InstallPromptEvent = Event & { prompt: () => Promise<unknown> };

let offer: InstallPromptEvent | null = null;

/**
 * Stores the browser's install event, which fires once soon after the load, until a visitor asks
 * for it. Part of the first script: later ones would miss it.
 */
export function storeInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (isInstallOffer(event)) offer = event;
  });
}

/** Returns the event once and clears it; null when there is none. */
export function consumeInstallPrompt(): InstallPromptEvent | null {
  const taken = offer;
  offer = null;
  return taken;
}

function isInstallOffer(event: Event): event is InstallPromptEvent {
  return typeof Reflect.get(event, "prompt") === "function";
}
