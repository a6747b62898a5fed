import { expect, it } from "vitest";
import { languageToPrompt } from "./deferred.tsx";

it.each([
  ["a French browser", ["fr-CD", "fr", "en"], "fr"],
  ["a French browser without a region", ["fr"], "fr"],
  ["an English browser that takes French too", ["en-US", "fr"], null],
  ["a browser of a language that we do not speak", ["sw", "fr"], null],
  ["a browser without languages", [], null],
  ["a browser that says nonsense", ["--", "fr"], null],
])("offers %s that asks for %j on an English page: %s", (_who, wanted, offered) => {
  expect(languageToPrompt({ page: "en", wanted, chosen: null })).toBe(offered);
});

it("prompts no visitor who has chosen any language", () => {
  expect(languageToPrompt({ page: "en", wanted: ["fr"], chosen: "en" })).toBeNull();
  expect(languageToPrompt({ page: "en", wanted: ["fr"], chosen: "fr" })).toBeNull();
});

it("prompts no visitor whose path names a language", () => {
  expect(languageToPrompt({ page: "fr", wanted: ["en"], chosen: null })).toBeNull();
});
