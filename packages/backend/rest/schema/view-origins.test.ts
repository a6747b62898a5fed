import { describe, expect, it } from "vitest";
import { readColumnOrigins } from "./view-columns.domain.ts";

const entry = (number: number, relation: number, column: number, junk = "false"): string =>
  `{TARGETENTRY :expr {VAR :varno 1 :resorigtbl 9} :resno ${number} :resname a\\ \\(b\\} ` +
  `:ressortgroupref 0 :resorigtbl ${relation} :resorigcol ${column} :resjunk ${junk}}`;

describe("the tree of a view", () => {
  it("names the origin of each exposed column", () => {
    const inner = `{QUERY :targetList (${entry(1, 77, 7)})}`;
    const tree =
      `({QUERY :commandType 1 :rtable ({RANGETBLENTRY :subquery ${inner}}) ` +
      `:targetList (${entry(1, 16_391, 2)} ${entry(2, 0, 0)} ${entry(3, 16_400, 1, "true")} ${entry(4, 16_400, 5)}) ` +
      `:returningList (${entry(5, 88, 8)})})`;
    expect(readColumnOrigins(tree)).toEqual([
      { number: 1, relation: "16391", relationColumn: 2 },
      { number: 4, relation: "16400", relationColumn: 5 },
    ]);
  });

  it.each(["", "<>", "((((", "})})", "({QUERY :targetList", "no tree"])(
    "has no origins when invalid: %j",
    (text) => {
      expect(readColumnOrigins(text)).toEqual([]);
    },
  );
});
