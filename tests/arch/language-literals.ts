import { isSyntaxNode, type SourceFile, type SyntaxNode } from "./source-file.ts";

/**
 * A language is named in one place (`shared/languages.ts`) and in what there is once for each: texts,
 * devotionals, names, entries. Those are constants or files of its name, joined as `{ en, fr }` in a
 * record of every language, which the type checker holds complete. What compares with a name, or lists
 * names of its own, would answer wrongly for a third language.
 *
 * @returns one line for each literal of a language outside the table: a text that is its name or begins
 * with its path prefix, or a field of its name that is written out.
 */
export function languageLiterals(
  files: readonly SourceFile[],
  languages: readonly string[],
): string[] {
  return files.flatMap((file) =>
    file.nodes.flatMap((node) => {
      const text = textOf(node);
      const isNamed = languages.some(
        (language) => text === language || `${text}/`.startsWith(`/${language}/`),
      );
      return isNamed ? [`${file.path}: ${text}`] : [];
    }),
  );
}

function textOf(node: SyntaxNode): string {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type === "TemplateElement" && isSyntaxValue(node["value"])) return node["value"].raw;
  // `{ en }` takes a constant of that name; `{ en: ... }` and `.en` name the language here.
  if (node.type === "Property" && node["shorthand"] === true) return "";
  if (node.type === "Property" || node.type === "TSPropertySignature") return nameOf(node["key"]);
  if (node.type === "MemberExpression" && node["computed"] !== true)
    return nameOf(node["property"]);
  return "";
}

function isSyntaxValue(value: unknown): value is { raw: string } {
  return (
    typeof value === "object" && value !== null && "raw" in value && typeof value.raw === "string"
  );
}

function nameOf(node: unknown): string {
  return isSyntaxNode(node) && node.type === "Identifier" ? String(node["name"]) : "";
}
