/**
 * Runs in the browser, beside a provider's script in its frame; its source text is sent as it stands,
 * so it uses nothing from outside of itself. Tells our page when the provider's player has appeared
 * or its script has failed, and calls the script's function where the provider wants that. Our page
 * knows the sender by its window; there is nothing secret in what is said.
 */
export function watchProviderScript(): void {
  function tell(message: object): void {
    window.parent.postMessage({ v: 1, ...message }, "*");
  }

  function mountOf(script: HTMLScriptElement): Element | null {
    return script.previousElementSibling;
  }

  const observer = new MutationObserver(() => {
    if (!document.querySelector("iframe, video, object, embed, canvas")) return;
    observer.disconnect();
    tell({ t: "ready" });
  });
  observer.observe(document, { childList: true, subtree: true });

  // Neither event bubbles: both are caught on their way down.
  document.addEventListener(
    "load",
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      const name = target.dataset["callFunction"];
      const called: unknown = name === undefined ? null : Reflect.get(window, name);
      if (typeof called === "function") called(mountOf(target));
    },
    true,
  );
  document.addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      if ("providerScript" in target.dataset) tell({ t: "error", code: "network" });
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tell({ t: "key", key: "Escape" });
  });
}
