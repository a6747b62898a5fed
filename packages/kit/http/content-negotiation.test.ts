import { expect, it } from "vitest";
import { preferredEncoding, parseAcceptHeader } from "./content-negotiation.ts";

it.each([
  ["", [""]],
  ["fr-FR, fr;q=0.9, en;q=0.8", ["fr-fr", "fr", "en"]],
  ["en;q=0.2,fr ; q=0.7,de", ["de", "fr", "en"]],
  ["a;q=0, b;q=0.0, c", ["c"]],
  ["a;q=many, b", ["b"]],
])("reads the Accept header %j as %j", (header, names) => {
  expect(parseAcceptHeader(header).map(({ name }) => name)).toEqual(names);
});

it("keeps the parameters of each preference", () => {
  expect(parseAcceptHeader("text/html; Level=1;q=0.5")[0]?.parameters).toEqual([
    "level=1",
    "q=0.5",
  ]);
});

it.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0.1, gzip", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["gzip;q=0.000", "identity"],
  ["deflate", "identity"],
])("answers Accept-Encoding: %s with %s", (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding);
});
