import { type ecmaVersion, type Options, parse } from "acorn";

/** Syntax that a built script may use. */
export type ScriptLevel = {
  /** Edition of ECMAScript, for example 2015. */
  edition: ecmaVersion & number;
  sourceType: Options["sourceType"] & string;
  /** Syntax and functions of that edition or later that the oldest engine lacks. */
  missing: readonly MissingFeature[];
};

type MissingFeature = { name: string; isIn: (node: SyntaxNode) => boolean };
type SyntaxNode = { readonly type: string } & Readonly<Record<string, unknown>>;

/**
 * The pages: Chrome and Android WebView 100, Safari 15.4. All support ES2022, except for parts of it (and of
 * older editions) that Safari added in 16.4.
 */
export const PAGE_LEVEL: ScriptLevel = {
  edition: 2022,
  sourceType: "module",
  missing: [
    { name: "static block", isIn: ({ type }) => type === "StaticBlock" },
    {
      name: "look-behind in a regular expression",
      isIn: (node) => /\(\?<[=!]/.test(patternOf(node)),
    },
  ],
};

/** Functions that Chromium 53 does not have, by the name after the dot. */
const LATER_FUNCTIONS = new Set(
  [
    "append prepend replaceChildren replaceWith before after getRootNode toggleAttribute",
    "entries values fromEntries flat flatMap at findLast toSorted toReversed",
    "padStart padEnd trimStart trimEnd matchAll replaceAll finally allSettled any",
  ].flatMap((line) => line.split(" ")),
);

/** The television page: Chromium 53. */
export const TV_LEVEL: ScriptLevel = {
  edition: 2015,
  sourceType: "script",
  missing: [
    {
      name: "function that Chromium 53 lacks",
      isIn: (node) => node.type === "CallExpression" && LATER_FUNCTIONS.has(calledName(node)),
    },
  ],
};

/** hls.js as published; it checks for a function before it uses it. */
export const ENGINE_LEVEL: ScriptLevel = { edition: 2015, sourceType: "script", missing: [] };

/** Lists the syntax and functions that an engine of the level lacks, one line each. */
export function scriptErrors(
  text: string,
  { edition, sourceType, missing }: ScriptLevel,
): string[] {
  try {
    const nodes = nodesOf(parse(text, { ecmaVersion: edition, sourceType }));
    return missing.flatMap(({ name, isIn }) =>
      nodes
        .filter(isIn)
        .map((node) => `${name}: ${text.slice(Number(node["start"])).slice(0, 60)}`),
    );
  } catch (error) {
    const at = error instanceof SyntaxError && "pos" in error ? Number(error.pos) : 0;
    return [`not ES${edition}: ${text.slice(Math.max(0, at - 30), at + 30)}`];
  }
}

/** CSS features that Chromium 53 does not have. */
const LATER_STYLES: readonly [name: string, pattern: RegExp][] = [
  ["grid", /display:\s*(?:inline-)?grid/],
  ["gap", /(?:^|[;{\s])(?:(?:grid|row|column)-)?gap:/],
  ["aspect-ratio", /aspect-ratio:/],
  ["inset or logical sides", /(?:^|[;{\s])(?:inset|(?:padding|margin)-(?:inline|block))/],
  ["custom property", /var\(--/],
  ["math function", /[:\s(,](?:clamp|min|max)\(/],
  ["newer selector", /:(?:is|where|has|focus-visible|focus-within)\b/],
  ["newer rule", /@(?:layer|container|property)\b/],
  ["newer colour", /(?:color-mix|oklch|oklab|lab|lch)\(|#(?:[\da-f]{8}|[\da-f]{4})\b/i],
  ["newer unit", /\d(?:dvh|svh|lvh|dvw)\b/],
  ["sticky", /position:\s*sticky/],
  ["backdrop-filter", /backdrop-filter:/],
];

/** Names of the CSS features in a style sheet that Chromium 53 would ignore. */
export function oldStyleErrors(text: string): string[] {
  return LATER_STYLES.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
}

function nodesOf(value: unknown): SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodesOf)];
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

function patternOf(node: SyntaxNode): string {
  const { regex } = node;
  const hasPattern = typeof regex === "object" && regex !== null && "pattern" in regex;
  return hasPattern ? String(regex.pattern) : "";
}

function calledName({ callee }: SyntaxNode): string {
  if (!isNode(callee) || callee.type !== "MemberExpression") return "";
  const { property } = callee;
  const name = isNode(property) ? property["name"] : null;
  return typeof name === "string" ? name : "";
}
