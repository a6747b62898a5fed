import { vi } from "vitest";

/**
 * Lets the browser refuse to store, as one does whose storage is full or switched off, until the test
 * ends.
 *
 * @param isRefused which texts it does not take; absent: none at all.
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
