import { expect, it } from "vitest";
import { oldStyleErrors, PAGE_LEVEL, scriptErrors, TV_LEVEL } from "./syntax-level.ts";

it.each([
  ["class A { #x = 1; has(o) { return #x in o } }", 0],
  ["const a = b?.c ?? await d;", 0],
  ["class A { static { start() } }", 1],
  ["const a = /(?<=b)c/u;", 1],
  ["const a = /(?<name>b)/u;", 0],
  ["const a = /[a--b]/v;", 1],
  ['import a from "./a.json" with { type: "json" };', 1],
])("checks %s for the pages' oldest browsers: %i errors", (text, count) => {
  expect(scriptErrors(text, PAGE_LEVEL)).toHaveLength(count);
});

it.each([
  ["(function () { const a = (b) => `${b}`; })();", 0],
  ["a.appendChild(b); list.indexOf(c);", 0],
  ["a?.b", 1],
  ["async function a() {}", 1],
  ['import "./a.js";', 1],
  ["a.append(b)", 1],
  ["Object.entries(a)", 1],
])("checks %s for a television of 2017: %i errors", (text, count) => {
  expect(scriptErrors(text, TV_LEVEL)).toHaveLength(count);
});

it.each([
  [".a{display:flex;margin-right:1rem;background:rgba(1,2,3,.5)}", []],
  [".a{display:grid;gap:1rem}", ["grid", "gap"]],
  [".a{inset:0;aspect-ratio:16/9}", ["aspect-ratio", "inset or logical sides"]],
  [".a{color:var(--ink);width:min(1rem,2vw)}", ["custom property", "math function"]],
  [".a:focus-visible{color:#ffffff80}", ["newer selector", "newer colour"]],
])("checks %s for a television's styles: %j", (text, errors) => {
  expect(oldStyleErrors(text)).toEqual(errors);
});
