import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

/** A parsed source file. */
export type SourceFile = {
  /** From the repository root, with slashes. */
  readonly path: string;
  /** Specifiers of imports and re-exports. */
  readonly imports: readonly string[];
  /** Every node of the syntax tree, in source order. */
  readonly nodes: readonly SyntaxNode[];
};

/** An ESTree node of the parser. */
export type SyntaxNode = { readonly type: string } & Readonly<Record<string, unknown>>;

const SOURCE_NAME = /\.(?:ts|tsx|mts|mjs)$/;
const SKIPPED = new Set(["node_modules", "dist", "data"]);

/** Reads every source file below the folders. */
export function readSourceFiles(folders: readonly string[]): SourceFile[] {
  return folders.flatMap(listFiles).map((path) => parseSource(path, readFileSync(path, "utf8")));
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(path);
    return SOURCE_NAME.test(entry.name) && !entry.name.endsWith(".d.mts") ? [path] : [];
  });
}

/**
 * Parses one file.
 *
 * @throws Error when it is not valid TypeScript.
 */
export function parseSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors[0]?.message}`);
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const imports = [
    ...staticImports.map((found) => found.moduleRequest.value),
    ...staticExports.flatMap((found) =>
      found.entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(start, end));
      return literal?.[1] ?? [];
    }),
  ];
  return { path, imports, nodes: descendants(parsed.program) };
}

/** A value's nodes, itself included, in the order of the text. */
export function descendants(value: unknown): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  collectNodes(value, nodes);
  return nodes;
}

function collectNodes(value: unknown, into: SyntaxNode[]): void {
  if (Array.isArray(value)) for (const item of value) collectNodes(item, into);
  else if (isSyntaxNode(value)) {
    into.push(value);
    for (const child of Object.values(value)) collectNodes(child, into);
  }
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}
