import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { citedIds, definedIds, isSpecificationId } from "./ids/cited-ids.ts";
import { outsideCitations } from "./ids/outside-citations.ts";
import { projectTexts } from "./ids/project-texts.ts";
import { SPECIFICATION_PAGE } from "./ids/spec-map.ts";

const REQUIREMENTS_PAGE = "docs/requirements.md";

/** The defining pages themselves, and the reader of ids. */
const OWN =
  /^(?:docs\/(?:requirements|specification-ids)\.md|tests\/(?:ids\/.+|(?:requirements|spec-map)\.test\.ts))$/;

const texts = projectTexts().filter(({ path }) => !OWN.test(path));
const requirements = definedIds(readFileSync(REQUIREMENTS_PAGE, "utf8")).map(({ id }) => id);
const items = definedIds(readFileSync(SPECIFICATION_PAGE, "utf8")).map(({ id }) => id);

describe("every id", () => {
  const cited = texts.flatMap(({ path, text }) => citedIds(text).map((id) => ({ path, id })));

  it("that a file cites is defined on the page of requirements or of the specification", () => {
    const known = new Set([...requirements, ...items]);
    const unknown = cited.filter(({ id }) => !known.has(id));
    expect(cited.length).toBeGreaterThan(500);
    expect(unknown.map(({ path, id }) => `${path}: ${id}`)).toEqual([]);
  });

  it("of the page of requirements is cited by a file", () => {
    const used = new Set(cited.map(({ id }) => id));
    expect(requirements.length).toBeGreaterThan(70);
    expect(requirements.filter((id) => !used.has(id))).toEqual([]);
  });

  it("is defined once, items of the specification on their own page", () => {
    const all = [...requirements, ...items];
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([]);
    expect(requirements.filter(isSpecificationId)).toEqual([]);
    expect(items.filter((id) => !isSpecificationId(id))).toEqual([]);
  });

  it("that a sentence of the page of requirements cites is defined", () => {
    const named = citedIds(readFileSync(REQUIREMENTS_PAGE, "utf8"));
    expect(named.filter((id) => !requirements.includes(id) && !items.includes(id))).toEqual([]);
  });
});

it("belongs to a document of the repository", () => {
  const faults = texts.flatMap(({ path, text }) =>
    outsideCitations(text).map((citation) => `${path}: ${citation}`),
  );
  expect(faults).toEqual([]);
});
