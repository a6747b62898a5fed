/**
 * An object whose fields are always those of `current()`: whoever holds it sees each change. Rooms read
 * it when they answer and keep nothing of it.
 */
export function liveView<Value extends object>(current: () => Value): Value {
  const view: ProxyHandler<Value> = {
    get: (_, key) => Reflect.get(current(), key),
    has: (_, key) => Reflect.has(current(), key),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor(_, key) {
      const found = Reflect.getOwnPropertyDescriptor(current(), key);
      return found && { ...found, configurable: true };
    },
    set: () => false,
    deleteProperty: () => false,
  };
  return new Proxy(Object.create(Reflect.getPrototypeOf(current())), view);
}
