import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "docs/architecture.md",
  "docs/backend-calls.md",
  "docs/requirements.md",
  "docs/specification-ids.md",
  "docs/operating.md",
  "docs/benchmarks.md",
  "docs/reliability.md",
  "docs/testing.md",
  "docs/threat-model.md",
  "docs/export-format.md",
  "media/README.md",
  ...readdirSync("docs/decisions").map((name) => `docs/decisions/${name}`),
];

it("lists every variable of server/settings/config.ts, and no other, in the README's table", () => {
  const config = readFileSync("server/settings/config.ts", "utf8");
  const variables = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name);
  const rows = [...readFileSync("README.md", "utf8").matchAll(/^\| `([A-Z0-9_]+)`/gm)];
  expect(variables.length).toBeGreaterThan(20);
  expect(rows.map(([, name]) => name)).toEqual(variables);
});

it("lists every dependency in the decision about dependencies", () => {
  const record = readFileSync("docs/decisions/003-dependencies.md", "utf8");
  const manifest = readFileSync("package.json", "utf8");
  const names = [...manifest.matchAll(/^ {4}"((?:@[\w-]+\/)?[\w.-]+)": "\d/gm)].map(
    ([, name]) => name ?? "",
  );
  expect(names.length).toBeGreaterThan(30);
  const missing = names.filter((name) => !name.startsWith("@types/") && !record.includes(name));
  expect(missing).toEqual([]);
});

it("names only existing command scripts", () => {
  const manifest = readFileSync("package.json", "utf8");
  const commands = DOCUMENTS.flatMap((path) => [
    ...readFileSync(path, "utf8").matchAll(/npm run ([a-z:]+)/g),
  ]).map(([, name]) => name);
  const unknown = commands.filter((name) => !manifest.includes(`"${name}": "`));
  expect(unknown).toEqual([]);
});

describe.each(DOCUMENTS)("%s", (path) => {
  it("links only to existing files", () => {
    const links = [...readFileSync(path, "utf8").matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)];
    const broken = links.filter(([, target]) => !existsSync(join(dirname(path), target ?? "")));
    expect(broken.map(([, target]) => target)).toEqual([]);
  });
});

it.each([
  ["docs/threat-model.md", 20],
  ["docs/reliability.md", 15],
] as const)("names existing tests and files in %s", (path, fewest) => {
  const text = readFileSync(path, "utf8");
  const files = [...text.matchAll(/`((?:server|supabase|tests|scripts)\/[\w./-]+)`/g)].map(
    ([, name]) => name,
  );
  expect(files.length).toBeGreaterThan(fewest);
  expect(files.filter((name) => !existsSync(name ?? ""))).toEqual([]);
});

it("numbers decisions without gaps, with date and status", () => {
  const names = readdirSync("docs/decisions").toSorted();
  names.forEach((name, index) => {
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(3, "0")}-[a-z0-9-]+\\.md$`));
    const text = readFileSync(`docs/decisions/${name}`, "utf8");
    expect(text).toMatch(/^Date: \d{4}-\d{2}-\d{2}\. Status: (?:accepted|superseded)/m);
    for (const heading of ["## Context", "## Decision", "## Consequences"]) {
      expect(text).toContain(heading);
    }
  });
});
