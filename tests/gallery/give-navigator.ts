/** Replaces a property of the navigator. @returns a function that restores it */
export function giveNavigator(name: string, value: unknown): () => void {
  Object.defineProperty(navigator, name, { value, configurable: true });
  return () => void Reflect.deleteProperty(navigator, name);
}
