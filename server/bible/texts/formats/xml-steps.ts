import { XMLParser, XMLValidator } from "fast-xml-parser";
import { lineCounter, SourceFault, type SourceFile } from "./source-fault.ts";

/** An element begins or ends. */
export type XmlElement = {
  kind: "open" | "close";
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Where it begins. */
  line: number;
};

/** A document in the order of its text: elements as they open and close, and the words between. */
export type XmlStep = XmlElement | { kind: "text"; text: string };

const TEXT = "#text";
const ATTRIBUTES = ":@";
/** Scripture nests about ten deep. */
const DEPTH_LIMIT = 60;

/**
 * Reads XML. Documents that define entities are refused: no edition needs them, and some of them never end.
 *
 * @throws SourceFault with the line of what is no XML.
 */
export function* readXml({ name: file, text }: SourceFile): Generator<XmlStep> {
  if (/<!(?:ENTITY|DOCTYPE)/i.test(text)) throw new SourceFault(file, null, "it defines entities");
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new SourceFault(file, valid.err.line, valid.err.msg);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    captureMetaData: true,
  });
  const nodes: unknown = parser.parse(text);
  yield* walk({ file, lineAt: lineCounter(text) }, nodes, 1, 0);
}

type Source = { file: string; lineAt: (offset: number) => number };

function* walk(source: Source, nodes: unknown, line: number, depth: number): Generator<XmlStep> {
  if (!Array.isArray(nodes)) return;
  if (depth > DEPTH_LIMIT) throw new SourceFault(source.file, line, "it is nested too deep");
  for (const node of nodes) {
    if (!isRecord(node)) continue;
    const words = node[TEXT];
    if (typeof words === "string") yield { kind: "text", text: words };
    const name = Object.keys(node).find((key) => key !== ATTRIBUTES && key !== TEXT);
    if (name === undefined) continue;
    const attributes = attributesOf(node[ATTRIBUTES]);
    const begins = source.lineAt(offsetOf(node));
    yield { kind: "open", name, attributes, line: begins };
    yield* walk(source, node[name], begins, depth + 1);
    yield { kind: "close", name, attributes, line: begins };
  }
}

function isRecord(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return typeof value === "object" && value !== null;
}

function attributesOf(found: unknown): Record<string, string> {
  if (!isRecord(found)) return {};
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)]));
}

function offsetOf(node: Readonly<Record<PropertyKey, unknown>>): number {
  // The parser keeps it under its one symbol.
  const meta = Object.getOwnPropertySymbols(node).map((symbol) => node[symbol])[0];
  return isRecord(meta) && typeof meta["startIndex"] === "number" ? meta["startIndex"] : 0;
}
