import { expect, it } from "vitest";
import { privacyMessages } from "#shared/messages/account/privacy.ts";
import {
  isSyntaxNode,
  parseSource,
  readSourceFiles,
  type SourceFile,
} from "./support/source-file.ts";

/** The privacy policy lists every name under which the sources store data in the browser, in both languages. */

/** Names of `storedEntry(name, ...)` and of objects with key, schema and fallback. */
function storedNames(file: SourceFile): string[] {
  return file.nodes.flatMap((node) => {
    if (node.type === "CallExpression" && isNamed(node["callee"], "storedEntry")) {
      const [first] = Array.isArray(node["arguments"]) ? node["arguments"] : [];
      return [nameOf(first)];
    }
    if (node.type !== "ObjectExpression" || !Array.isArray(node["properties"])) return [];
    const values = new Map(
      node["properties"]
        .filter(isSyntaxNode)
        .map((property) => [propertyName(property["key"]), property["value"]]),
    );
    const isEntry = ["key", "schema", "fallback"].every((name) => values.has(name));
    const name = isEntry ? nameOf(values.get("key")) : "";
    return name === "" ? [] : [name];
  });
}

function isNamed(value: unknown, name: string): boolean {
  return propertyName(value) === name;
}

function propertyName(value: unknown): string {
  return isSyntaxNode(value) && typeof value["name"] === "string" ? value["name"] : "";
}

/** Returns a literal unchanged; `${userId}` in a template becomes `{userId}`. */
function nameOf(value: unknown): string {
  if (!isSyntaxNode(value)) return "";
  if (value.type === "Literal") return typeof value["value"] === "string" ? value["value"] : "";
  if (value.type !== "TemplateLiteral") return "";
  const { quasis, expressions } = value;
  if (!Array.isArray(quasis) || !Array.isArray(expressions)) return "";
  return quasis
    .map((quasi: { value: { raw: string } }, index) => {
      const hole = propertyName(expressions[index]);
      return quasi.value.raw + (hole === "" ? "" : `{${hole}}`);
    })
    .join("");
}

const NAMES = readSourceFiles(["web"])
  .filter(({ path }) => !path.includes(".test."))
  .flatMap(storedNames);

it.each(["en", "fr"] as const)("has a row for every stored value (%s)", (language) => {
  const { rows } = privacyMessages[language].stored;
  expect(NAMES.length).toBeGreaterThan(8);
  expect(NAMES.filter((name) => !rows[name])).toEqual([]);
});

it("has the same rows in both languages", () => {
  const rowsOf = (language: "en" | "fr") => Object.keys(privacyMessages[language].stored.rows);
  expect(rowsOf("fr")).toEqual(rowsOf("en"));
});

it.each([
  ['storedEntry("theme", schema, "light")', ["theme"]],
  ["storedEntry(`watchHistory_${userId}`, schema, [])", ["watchHistory_{userId}"]],
  ['const a = { key: "bible-book", schema, fallback: "" }', ["bible-book"]],
  ['const a = { key: "x", value: 1 }', []],
])("finds a stored value: %s", (text, names) => {
  expect(storedNames(parseSource("web/x.ts", text))).toEqual(names);
});
