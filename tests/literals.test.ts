import { describe, expect, it } from "vitest";
import { isSyntaxNode, readSourceFiles, type SourceFile } from "./support/source-file.ts";
import type { SyntaxNode } from "./support/source-file.ts";

/**
 * Texts for people belong in shared/messages/. Views (TSX) and the plain scripts of players and television have
 * none between tags and none in attributes that are read aloud or shown on hover.
 */

const SPOKEN_ATTRIBUTES = new Set(["aria-label", "alt", "title", "placeholder", "label", "hint"]);
/** Two letters in a row: excludes punctuation and single keys. */
const WORDS = /\p{L}{2}/u;

/** Returns the visible texts of a file, one line each. */
function visibleLiterals(file: SourceFile): string[] {
  return file.nodes.flatMap((node) =>
    textsOf(node)
      .filter((text) => WORDS.test(text))
      .map((text) => `${file.path}: ${text.trim()}`),
  );
}

function textsOf(node: SyntaxNode): string[] {
  switch (node.type) {
    case "JSXText":
      return literal(node);
    case "JSXElement":
    case "JSXFragment":
      return children(node["children"]).flatMap((child) =>
        child.type === "JSXExpressionContainer" ? literal(child["expression"]) : [],
      );
    case "JSXAttribute":
      return isSpoken(node["name"]) ? literal(attributeValue(node["value"])) : [];
    case "Property":
      return isSpoken(node["key"]) ? literal(node["value"]) : [];
    case "AssignmentExpression":
      return isTextOfElement(node["left"]) ? literal(node["right"]) : [];
    case "CallExpression":
      return textsOfCall(node);
    default:
      return [];
  }
}

/** Matches `setAttribute("aria-label", "...")` and the children of `element(name, attributes, children)`. */
function textsOfCall({ callee, arguments: given }: SyntaxNode): string[] {
  const args = children(given);
  if (isSyntaxNode(callee) && callee.type === "MemberExpression") {
    const isSetting = nameOf(callee["property"]) === "setAttribute";
    return isSetting && isSpoken(args[0]) ? literal(args[1]) : [];
  }
  const list = nameOf(callee) === "element" ? args[2] : null;
  return isSyntaxNode(list) ? children(list["elements"]).flatMap(literal) : [];
}

function isTextOfElement(target: unknown): boolean {
  if (!isSyntaxNode(target) || target.type !== "MemberExpression") return false;
  return /^(?:textContent|innerText|title|alt|ariaLabel)$/.test(nameOf(target["property"]));
}

function attributeValue(value: unknown): unknown {
  return isSyntaxNode(value) && value.type === "JSXExpressionContainer"
    ? value["expression"]
    : value;
}

function literal(value: unknown): string[] {
  if (!isSyntaxNode(value)) return [];
  if (value.type === "TemplateLiteral") {
    return children(value["quasis"]).map((quasi) => cooked(quasi["value"]));
  }
  const isText = value.type === "Literal" || value.type === "JSXText";
  return isText && typeof value["value"] === "string" ? [value["value"]] : [];
}

function cooked(value: unknown): string {
  const hasText = typeof value === "object" && value !== null && "cooked" in value;
  return hasText && typeof value.cooked === "string" ? value.cooked : "";
}

function isSpoken(name: unknown): boolean {
  return SPOKEN_ATTRIBUTES.has(nameOf(name));
}

/** Returns a name, or the text of a literal in its place. */
function nameOf(value: unknown): string {
  if (!isSyntaxNode(value)) return "";
  const name = value["name"] ?? value["value"];
  return typeof name === "string" ? name : "";
}

function children(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isSyntaxNode) : [];
}

describe("the views", () => {
  const views = readSourceFiles(["web"]).filter(({ path }) => !/\.(?:test|fixture)\./.test(path));

  it("contain no text: every word is in the catalogue", () => {
    expect(views.filter(({ path }) => path.endsWith(".tsx")).length).toBeGreaterThan(60);
    expect(views.flatMap(visibleLiterals)).toEqual([]);
  });
});
