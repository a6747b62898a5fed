import { isSyntaxNode, parseSource, type SyntaxNode } from "#tests/support/source-file.ts";

/** A call of `test`, `it` or `describe` with a title. */
export type TestTitle = {
  readonly file: string;
  /** As written in the source: `%s` and `${id}` are not filled in. */
  readonly title: string;
  /** Titles of the surrounding groups, outermost first. */
  readonly groups: readonly string[];
};

type Call = {
  readonly title: string;
  readonly start: number;
  readonly end: number;
  readonly isOff: boolean;
};

const TEST_FUNCTIONS = new Set(["test", "it", "describe"]);
const OFF = new Set(["skip", "todo", "fixme"]);

/** Returns true for test files of Vitest or Playwright. */
export function isTestFile(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(path);
}

/**
 * Parses the titles of a file's tests and groups. Skips tests that never run (`test.skip("...")`,
 * `describe.todo("...")`) and everything inside them.
 */
export function testTitles(path: string, text: string): TestTitle[] {
  const calls = parseSource(path, text).nodes.flatMap((node) => titledCall(node, text));
  return calls.flatMap((call) => {
    const around = calls.filter(({ start, end }) => start < call.start && call.end < end);
    if (call.isOff || around.some(({ isOff }) => isOff)) return [];
    return [{ file: path, title: call.title, groups: around.map(({ title }) => title) }];
  });
}

function titledCall(node: SyntaxNode, text: string): Call[] {
  if (node.type !== "CallExpression") return [];
  const names = calleeNames(node["callee"]);
  const title = titleOf(node["arguments"], text);
  if (title === null || !TEST_FUNCTIONS.has(names[0] ?? "")) return [];
  const isOff = names.some((name) => OFF.has(name));
  return [{ title, start: Number(node["start"]), end: Number(node["end"]), isOff }];
}

/** Names of a callee such as `test.describe.only`; for `test.each([...])(...)`, those of the inner function. */
function calleeNames(callee: unknown): string[] {
  if (!isSyntaxNode(callee)) return [];
  switch (callee.type) {
    case "Identifier":
      return [nameOf(callee)];
    case "MemberExpression":
      return [...calleeNames(callee["object"]), nameOf(callee["property"])];
    case "CallExpression":
      return calleeNames(callee["callee"]);
    case "TaggedTemplateExpression":
      return calleeNames(callee["tag"]);
    default:
      return [];
  }
}

function titleOf(args: unknown, text: string): string | null {
  const first: unknown = Array.isArray(args) ? args[0] : null;
  if (!isSyntaxNode(first)) return null;
  const isText = typeof first["value"] === "string" || first.type === "TemplateLiteral";
  if (!isText) return null;
  return text.slice(Number(first["start"]) + 1, Number(first["end"]) - 1).replaceAll("\\", "");
}

function nameOf(node: unknown): string {
  const name = isSyntaxNode(node) ? node["name"] : null;
  return typeof name === "string" ? name : "";
}
