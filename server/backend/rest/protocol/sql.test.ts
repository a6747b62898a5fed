import { describe, expect, it } from "vitest";
import { createPreparedStatements } from "#server/backend/rest/sql/prepared-statements.ts";
import { arrayLiteral, listSql, numbered, parameter, renderSql, sql } from "./sql.domain.ts";

describe("a statement", () => {
  it("numbers its parameters in order, types them as text, and holds no value of them", () => {
    const values = ["'; drop table x; --", null, String.raw`\'`];
    const list = listSql(values.map((value) => parameter(value)));
    const { text, parameters } = renderSql(sql`SELECT ${list} FROM ${numbered("t", 1)}`);
    expect(text).toBe("SELECT $1::text, $2::text, $3::text FROM t1");
    expect(parameters).toEqual(values);
  });

  it("takes no plain string as text", () => {
    const text = "1; drop table x";
    // @ts-expect-error a string is no fragment
    expect(() => sql`SELECT ${text}`).toThrow(TypeError);
  });

  it("escapes the elements of an array", () => {
    expect(arrayLiteral(["a", 'b"c', String.raw`d\e`, "f,g}", ""])).toBe(
      String.raw`{"a","b\"c","d\\e","f,g}",""}`,
    );
  });
});

describe("preparing", () => {
  it("waits until a statement comes back a second time", () => {
    const prepared = createPreparedStatements();
    expect([1, 2, 3, 4].map(() => prepared.shouldPrepare("a"))).toEqual([false, false, true, true]);
  });

  it("never keeps more than 200 statements, and no long one", () => {
    const prepared = createPreparedStatements();
    const ask = (text: string): boolean =>
      [1, 2, 3].map(() => prepared.shouldPrepare(text)).includes(true);
    const answers = Array.from({ length: 300 }, (_, number) => ask(`statement ${number}`));
    expect(answers.filter(Boolean)).toHaveLength(200);
    expect(prepared.shouldPrepare("statement 0")).toBe(true);
    expect(ask("x".repeat(8_001))).toBe(false);
  });

  it("forgets statements that do not come back", () => {
    const prepared = createPreparedStatements();
    prepared.shouldPrepare("seldom");
    prepared.shouldPrepare("seldom");
    for (let number = 0; number < 600; number += 1) prepared.shouldPrepare(`once ${number}`);
    expect(prepared.shouldPrepare("seldom")).toBe(false);
  });
});
