/** Gives the navigator another value. @returns what restores the browser's own */
export function giveNavigator(name: string, value: unknown): () => void {
  Object.defineProperty(navigator, name, { value, configurable: true });
  return () => void Reflect.deleteProperty(navigator, name);
}
