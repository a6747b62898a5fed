import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { TEST_SENTENCES } from "#functions/_shared/speech/speech-texts.ts";
import devotionals from "#shared/devotional/bundled/fr.json" with { type: "json" };
import { setFrench } from "#shared/typography.ts";
import { isSyntaxNode, parseSource, type SyntaxNode } from "./support/source-file.ts";

/** Every file with French texts for people: pages, mails, push, television, manifest, devotionals. */
const FOLDER = "shared/messages/fr";
const FILES = [
  ...readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => `${FOLDER}/${name}`),
  "shared/bible/book-names/fr.ts",
];

/** Replaces a value in a template. */
const VALUE = "0";

/** Returns the text of a literal, or of a template with its values as 0; null for other nodes. */
function textOf(node: SyntaxNode): string | null {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null;
  if (node.type !== "TemplateLiteral" || !Array.isArray(node["quasis"])) return null;
  return node["quasis"].filter(isSyntaxNode).map(cookedText).join(VALUE);
}

function cookedText({ value }: SyntaxNode): string {
  const isText = typeof value === "object" && value !== null && "cooked" in value;
  return isText ? String(value.cooked) : "";
}

it.each(FILES)("follows French typography in %s", (path) => {
  const { nodes, imports } = parseSource(path, readFileSync(path, "utf8"));
  const specifiers = new Set(imports);
  const texts = nodes
    .map(textOf)
    .filter((text): text is string => text !== null && !specifiers.has(text));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text !== setFrench(text)).map(setFrench)).toEqual([]);
});

it("follows French typography in the bundled devotionals", () => {
  const texts = devotionals.flatMap(({ title, verse, content }) => [title, verse, content]);
  expect(texts).toEqual(texts.map(setFrench));
});

it("follows French typography in the sentence of Test Voice", () => {
  expect(TEST_SENTENCES.fr).toBe(setFrench(TEST_SENTENCES.fr));
});
