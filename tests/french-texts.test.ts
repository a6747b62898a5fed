import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { TEST_SENTENCES } from "#functions/_shared/speech/speech-texts.ts";
import devotionals from "#shared/devotional/bundled/fr.json" with { type: "json" };
import { setFrench } from "#shared/typography.ts";
import {
  descendants,
  isSyntaxNode,
  parseSource,
  type SourceFile,
  type SyntaxNode,
} from "./support/source-file.ts";

/** Every file that holds French texts for people: pages, mails, push, television, manifest, devotionals. */
const FILES = [
  ...globSync("shared/messages/**/*.ts").filter(
    (path) => !/\/messages\/en\/|\.test\.ts$|\/catalogue\.ts$/.test(path),
  ),
  "shared/bible/book-names.ts",
];

/** The nodes of the French texts: the constant `fr` of a topic's file, all of a file in a folder `fr`. */
function frenchNodes({ path, nodes }: SourceFile): readonly SyntaxNode[] {
  if (path.includes("/fr/")) return nodes;
  const isFrench = ({ type, id }: SyntaxNode) =>
    type === "VariableDeclarator" && isSyntaxNode(id) && id["name"] === "fr";
  return nodes.filter(isFrench).flatMap(descendants);
}

/** What stands for a value in a text with a hole. */
const VALUE = "0";

/** The text of a literal, or of a template with its values as 0; null for every other node. */
function textOf(node: SyntaxNode): string | null {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null;
  if (node.type !== "TemplateLiteral" || !Array.isArray(node["quasis"])) return null;
  return node["quasis"].filter(isSyntaxNode).map(cookedText).join(VALUE);
}

function cookedText({ value }: SyntaxNode): string {
  const isText = typeof value === "object" && value !== null && "cooked" in value;
  return isText ? String(value.cooked) : "";
}

it.each(FILES)("every French text of %s is set as French is printed", (path) => {
  const file = parseSource(path, readFileSync(path, "utf8"));
  const specifiers = new Set(file.imports);
  const texts = frenchNodes(file)
    .map(textOf)
    .filter((text): text is string => text !== null && !specifiers.has(text));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text !== setFrench(text)).map(setFrench)).toEqual([]);
});

it("so are the devotionals that come with the product", () => {
  const texts = devotionals.flatMap(({ title, verse, content }) => [title, verse, content]);
  expect(texts).toEqual(texts.map(setFrench));
});

it("so is the sentence of Test Voice", () => {
  expect(TEST_SENTENCES.fr).toBe(setFrench(TEST_SENTENCES.fr));
});
