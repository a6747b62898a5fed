import { type MappedItem, readSpecMap } from "#tests/ids/spec-map.ts";

/**
 * Prints every item of the specification with its tests, from the ids in their titles:
 *
 *   npm run spec:map
 *   npm run spec:map -- S4 S9.8
 */
function printedItem({ id, sentence, tests }: MappedItem): string {
  const lines = tests.map(
    ({ file, groups, title }) => `    ${file} › ${[...groups, title].join(" › ")}`,
  );
  return [`${id} ${sentence}`, ...lines].join("\n");
}

const asked = process.argv.slice(2);
const items = readSpecMap().items.filter(
  ({ id }) => asked.length === 0 || asked.some((part) => id === part || id.startsWith(`${part}.`)),
);
if (items.length > 0) console.log(items.map(printedItem).join("\n\n"));
else {
  console.error("No such item: name a section (S4) or an item (S4.37).");
  process.exitCode = 1;
}
