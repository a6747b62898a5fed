/** Replaces a property of the navigator. @returns a function that restores it */
export function giveNavigator(name: string, value: unknown): () => void {
  Object.defineProperty(navigator, name, { value, configurable: true });
  return () => void Reflect.deleteProperty(navigator, name);
}

/** Gives the navigator service workers, none of which runs. @returns a function that restores it */
export function giveWorkers(): () => void {
  return giveNavigator("serviceWorker", Object.assign(new EventTarget(), { controller: null }));
}
