import type { MarkerReader } from "./marker-reader.domain.ts";
import type { XmlElement } from "./xml-steps.ts";

type Teller = (reader: MarkerReader, attributes: XmlElement["attributes"]) => void;

/** What the beginning and the end of an element say to the reader of markers. */
export type ElementRule = { open?: Teller; close?: Teller };

/** By the name of the element; of others only their words are heard. */
export type ElementRules = ReadonlyMap<string, ElementRule>;

/** Tells the reader of an element. */
export function tellElement(rules: ElementRules, reader: MarkerReader, step: XmlElement): void {
  rules.get(step.name)?.[step.kind]?.(reader, step.attributes);
}
