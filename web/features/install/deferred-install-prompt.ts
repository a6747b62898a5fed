/** The browser's offer to install, which TypeScript's library does not know. */
export type InstallOffer = Event & { prompt: () => Promise<unknown> };

let offer: InstallOffer | null = null;

/**
 * Keeps the browser's offer to install, which comes once and soon after the page has loaded, until a
 * visitor asks for it. Part of the first script: later ones would miss it.
 */
export function keepInstallOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (isInstallOffer(event)) offer = event;
  });
}

/** Hands the offer out; null when there is none. A browser takes each offer once. */
export function takeInstallOffer(): InstallOffer | null {
  const taken = offer;
  offer = null;
  return taken;
}

function isInstallOffer(event: Event): event is InstallOffer {
  return typeof Reflect.get(event, "prompt") === "function";
}
