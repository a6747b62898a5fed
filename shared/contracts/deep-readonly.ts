/** A shape that nobody changes, all the way down. A type alone: schemas in the browser carry no code for it. */
export type Frozen<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
  : Value;
