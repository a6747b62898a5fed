import type { CallPlan } from "#backend/rest/plan/call-plan.domain.ts";
import { valueSql } from "./filter-sql.domain.ts";
import { oneRecordSql } from "./record-sql.domain.ts";
import type { RoutineArgument } from "#backend/rest/schema/schema.domain.ts";
import {
  arrayLiteral,
  listSql,
  nothing,
  parameter,
  sql,
} from "#backend/rest/protocol/sql.domain.ts";
import type { Sql } from "#backend/rest/protocol/sql.domain.ts";

/**
 * Returns the rows of a call as a member of WITH: the function's columns, or `v` for scalars.
 *
 * @param ordinal name of a further column that numbers the rows in the function's own order.
 */
export function callSql(plan: CallPlan, ordinal: Sql | null): Sql {
  const { routine } = plan;
  const { from, args } = argumentsSql(plan);
  const call = sql`${routine.sql}(${listSql(args)})`;
  return routine.result.kind === "rows"
    ? sql`SELECT f.*${numberSql(ordinal)} FROM ${from}${call} AS f`
    : sql`SELECT f.v FROM ${from}${call} AS f(v)`;
}

function numberSql(ordinal: Sql | null): Sql {
  return ordinal === null ? nothing : sql`, pg_catalog.row_number() OVER () AS ${ordinal}`;
}

function argumentsSql({ routine, args }: CallPlan): { from: Sql; args: Sql[] } {
  const [only] = routine.args;
  switch (args.kind) {
    case "named":
      return { from: nothing, args: namedSql(routine.args, args.values) };
    case "json": {
      const given = routine.args.flatMap((argument) =>
        argument.sql !== null && args.names.includes(argument.name)
          ? [{ ...argument, sql: argument.sql }]
          : [],
      );
      if (given.length === 0) return { from: nothing, args: [] };
      return {
        from: sql`${oneRecordSql(args.text, given)} CROSS JOIN LATERAL `,
        args: given.map((argument) => argumentSql(argument, sql`r.${argument.sql}`)),
      };
    }
    case "body":
      return {
        from: nothing,
        args: only === undefined ? [] : [valueSql(only.type, args.text)],
      };
    case "bytes":
      return {
        from: nothing,
        args: [sql`pg_catalog.decode(${parameter(args.hex)}, 'hex')`],
      };
  }
}

/** Returns the arguments of a GET; a repeated name is the array of a variadic argument. */
function namedSql(
  routineArgs: readonly RoutineArgument[],
  values: readonly (readonly [string, string])[],
): Sql[] {
  return routineArgs.flatMap((argument) => {
    const given = values.filter(([name]) => name === argument.name).map(([, value]) => value);
    const [first] = given;
    if (first === undefined) return [];
    const isLiteral = given.length === 1 && first.startsWith("{");
    const text = argument.isVariadic && !isLiteral ? arrayLiteral(given) : first;
    return [argumentSql(argument, valueSql(argument.type, text))];
  });
}

function argumentSql(argument: RoutineArgument, value: Sql): Sql {
  const variadic = argument.isVariadic ? sql`VARIADIC ` : nothing;
  return argument.sql === null ? value : sql`${variadic}${argument.sql} => ${value}`;
}
