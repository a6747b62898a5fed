import { XMLBuilder, XMLParser, XMLValidator } from "fast-xml-parser";
import type { z } from "zod";
import { S3Error } from "./s3-error.ts";

const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

/** Elements by name; an array is an element that stands several times, undefined one that is left out. */
export type XmlContent = {
  readonly [name: string]:
    | string
    | number
    | boolean
    | undefined
    | XmlContent
    | readonly XmlContent[];
};

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@" });
const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  removeNSPrefix: true,
  // Numbers of characters as well: some tools write a quotation mark as &#34;.
  htmlEntities: true,
  isArray: (name) => name === "Object" || name === "Part",
});

/** An answer of S3: one element in its namespace. */
export function writeXml(root: string, content: XmlContent): string {
  return document(root, { "@xmlns": NAMESPACE, ...content });
}

/** A refusal of S3, which has no namespace. */
export function writeErrorXml(content: XmlContent): string {
  return document("Error", content);
}

function document(root: string, content: XmlContent): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [root]: content })}`;
}

/**
 * Reads a small document and checks it. One that declares a type or entities of its own is refused
 * unread: nobody who speaks S3 does.
 *
 * @throws S3Error MalformedXML.
 */
export function readXml<T>(text: string, schema: z.ZodType<T>): T {
  if (text.includes("<!") || XMLValidator.validate(text) !== true) {
    throw new S3Error("MalformedXML");
  }
  const result = schema.safeParse(parse(text));
  if (!result.success) throw new S3Error("MalformedXML");
  return result.data;
}

function parse(text: string): unknown {
  try {
    return parser.parse(text);
  } catch (error) {
    throw new S3Error("MalformedXML", { cause: error });
  }
}
