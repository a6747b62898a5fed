import { useSyncExternalStore } from "react";

/** A value that lives outside of components. */
export type Store<Value> = {
  read: () => Value;
  set: (next: Value) => void;
  /** Calls back after every change. @returns a function that ends it */
  subscribe: (onChange: () => void) => () => void;
  /** The value of the server and during hydration. */
  initial: () => Value;
};

/** Creates a store that notifies its subscribers of each change. */
export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    read: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    initial: () => initial,
  };
}

/** Returns a store's value and follows every change. */
export function useStore<Value>({ subscribe, read, initial }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, read, initial);
}
