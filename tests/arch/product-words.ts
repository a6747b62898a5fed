import { LANGUAGES } from "#shared/languages.ts";
import { layerOf } from "./layers.ts";
import type { SourceFile, SyntaxNode } from "./source-file.ts";

/**
 * Words of this product, wherever they stand in a name, a text or a comment; "foreign" is none, and
 * `avatar_url` is a claim of sign-in providers.
 */
const PRODUCT =
  /(?<!fo)reign|ministry|church|faith|jesus|bible|devotional|sermon|playlist|avatar(?!_url)|livestream|\b(?:english|french|anglais|français)\b/i;

/**
 * Places where the backend names the product or one of its languages: both come in by its settings.
 * Its tests may say whom they test for.
 */
export function productWords(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => layerOf(path)?.startsWith("server/backend") === true)
    .flatMap((file) => {
      const texts = [...file.nodes.flatMap(textOf), ...file.comments];
      const words = texts.flatMap((text) => PRODUCT.exec(text)?.[0] ?? []);
      const languages = file.nodes.flatMap(languageTag);
      return [...new Set([...words, ...languages])].map((word) => `${file.path}: says ${word}`);
    });
}

function textOf(node: SyntaxNode): string[] {
  const { name, value } = node;
  if (node.type === "Identifier") return typeof name === "string" ? [name] : [];
  if (node.type === "TemplateElement") return [JSON.stringify(value)];
  return node.type === "Literal" && typeof value === "string" ? [value] : [];
}

function languageTag({ type, value, name }: SyntaxNode): string[] {
  const known: readonly unknown[] = LANGUAGES;
  const text = type === "Literal" ? value : type === "Identifier" ? name : null;
  return typeof text === "string" && known.includes(text) ? [`"${text}"`] : [];
}
