import { describe, expect, it } from "vitest";
import { createPreparedStatements } from "#backend/rest/run.ts";
import { arrayLiteral, listSql, numbered, parameter, renderSql, sql } from "./sql.domain.ts";

describe("a statement", () => {
  it("numbers its parameters in order, casts them to text, and contains no value", () => {
    const values = ["'; drop table x; --", null, String.raw`\'`];
    const list = listSql(values.map((value) => parameter(value)));
    const { text, parameters } = renderSql(sql`SELECT ${list} FROM ${numbered("t", 1)}`);
    expect(text).toBe("SELECT $1::text, $2::text, $3::text FROM t1");
    expect(parameters).toEqual(values);
  });

  it("rejects a plain string", () => {
    const text = "1; drop table x";
    // @ts-expect-error a string is not a fragment
    expect(() => sql`SELECT ${text}`).toThrow(TypeError);
  });

  it("escapes the elements of an array", () => {
    expect(arrayLiteral(["a", 'b"c', String.raw`d\e`, "f,g}", ""])).toBe(
      String.raw`{"a","b\"c","d\\e","f,g}",""}`,
    );
  });
});

describe("preparing", () => {
  it("starts at the third use of a statement", () => {
    const prepared = createPreparedStatements();
    expect([1, 2, 3, 4].map(() => prepared.shouldPrepare("a"))).toEqual([false, false, true, true]);
  });

  it("is limited to 200 statements, and excludes long ones", () => {
    const prepared = createPreparedStatements();
    const shouldPrepare = (text: string): boolean =>
      [1, 2, 3].map(() => prepared.shouldPrepare(text)).includes(true);
    const results = Array.from({ length: 300 }, (_, number) =>
      shouldPrepare(`statement ${number}`),
    );
    expect(results.filter(Boolean)).toHaveLength(200);
    expect(prepared.shouldPrepare("statement 0")).toBe(true);
    expect(shouldPrepare("x".repeat(8_001))).toBe(false);
  });

  it("drops statements that are not repeated", () => {
    const prepared = createPreparedStatements();
    prepared.shouldPrepare("seldom");
    prepared.shouldPrepare("seldom");
    for (let number = 0; number < 600; number += 1) prepared.shouldPrepare(`once ${number}`);
    expect(prepared.shouldPrepare("seldom")).toBe(false);
  });
});
