/** Readonly at every depth. A type only: valibot's `readonly` would add code to the browser. */
export type Frozen<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
  : Value;
