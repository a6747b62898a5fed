import { vi } from "vitest";

/**
 * Makes the browser's storage reject writes, as a full or disabled one does, until the test ends.
 *
 * @param isRefused selects the rejected texts; absent: all.
 */
export function refuseStorage(isRefused: (text: string) => boolean = () => true): void {
  const store = localStorage;
  function setItem(key: string, text: string): void {
    if (isRefused(text)) throw new DOMException("full", "QuotaExceededError");
    store.setItem(key, text);
  }
  const refusing = new Proxy(store, {
    get: (target, name) => (name === "setItem" ? setItem : Reflect.get(target, name)),
  });
  vi.stubGlobal("localStorage", refusing);
}
