/** An object whose fields are always those of `current()`. */
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
