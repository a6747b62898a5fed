import type { ApiRole } from "#backend/database/caller.ts";
import type { Sql } from "#backend/rest/protocol/sql.domain.ts";

/** The exposed schemas, built only from PostgreSQL's catalogue. */

/** Selects the operators of comparison and search. */
export type TypeFamily = "json" | "jsonb" | "tsvector" | "other";

export type PgType = {
  /** Name for messages: `integer`, `text[]`. */
  readonly name: string;
  /** Qualified name without length or precision. */
  readonly sql: Sql;
  /** Type of arrays of this type; null for arrays themselves. */
  readonly arraySql: Sql | null;
  readonly family: TypeFamily;
  /** The type below a domain: comparing must not run the domain's checks. */
  readonly base: PgType | null;
  /** Values of an enum; null for other types. */
  readonly labels: readonly string[] | null;
};

export type Column = {
  readonly name: string;
  readonly sql: Sql;
  readonly type: PgType;
  /** The default expression for `missing=default`; null without a default. */
  readonly defaultSql: Sql | null;
  readonly isNullable: boolean;
  readonly description: string | null;
  /** Function of a computed column; null for a stored one. */
  readonly functionSql: Sql | null;
};

/** A source of rows with columns: a table, a view, the result of a function. */
export type RowSource = {
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  /** Table whose relationships may be embedded; null for rows of no table. */
  readonly tableName: string | null;
  /** Computed columns, which are not part of `*`. */
  readonly computed: ReadonlyMap<string, Column>;
  /** Type of the rows; null for rows of no table. */
  readonly rowTypeSql: Sql | null;
};

export type Table = RowSource & {
  readonly schema: string;
  readonly sql: Sql;
  readonly tableName: string;
  readonly primaryKey: readonly Column[];
  readonly isView: boolean;
  readonly description: string | null;
  readonly canInsert: boolean;
  readonly canUpdate: boolean;
  readonly canDelete: boolean;
  /** API roles with a privilege on it; other roles do not see it. */
  readonly roles: readonly string[];
};

/**
 * A relation of the catalogue, including unexposed ones: composite types and tables of other
 * schemas.
 */
export type Relation = {
  readonly table: Table;
  readonly isExposed: boolean;
  /** Oid of the type of its rows. */
  readonly rowType: string;
  readonly uniqueKeys: readonly (readonly string[])[];
};

/** A pair of columns of a foreign key. */
export type ColumnPair = { readonly from: Column; readonly to: Column };

export type Junction = {
  readonly table: Table;
  readonly fromConstraint: string;
  readonly toConstraint: string;
  /** `from` is a column of the origin, `to` one of the junction. */
  readonly fromPairs: readonly ColumnPair[];
  /** `from` is a column of the junction, `to` one of the target. */
  readonly toPairs: readonly ColumnPair[];
};

/** A path between tables, by foreign keys or by a function of the origin's row. */
export type Relationship = {
  readonly cardinality: "many-to-one" | "one-to-many" | "one-to-one" | "many-to-many";
  readonly origin: Table;
  readonly target: Table;
  /** Name of the constraint, or of the function. */
  readonly constraint: string;
  /** Empty for many-to-many and for functions. */
  readonly pairs: readonly ColumnPair[];
  readonly junction: Junction | null;
  readonly functionSql: Sql | null;
};

export type RoutineArgument = {
  readonly name: string;
  readonly sql: Sql | null;
  readonly type: PgType;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
};

export type RoutineResult =
  | { readonly kind: "void" }
  | { readonly kind: "scalar"; readonly isSet: boolean }
  | { readonly kind: "rows"; readonly isSet: boolean; readonly source: RowSource };

export type Routine = {
  readonly name: string;
  readonly sql: Sql;
  readonly args: readonly RoutineArgument[];
  readonly result: RoutineResult;
  readonly isVolatile: boolean;
  readonly description: string | null;
  /** API roles that may call it; other roles do not see it. */
  readonly roles: readonly string[];
};

/** One exposed schema for one role. */
export type Schema = {
  readonly name: string;
  /** Role of the request; hints name only objects that it may use. */
  readonly role: ApiRole;
  readonly description: string | null;
  readonly tables: ReadonlyMap<string, Table>;
  /** By the name of the origin. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
  /** Types that a request may cast to, by name. */
  readonly castTypes: ReadonlyMap<string, PgType>;
  readonly allowsAggregates: boolean;
};

/** All exposed schemas by name. */
export type Schemas = ReadonlyMap<string, Omit<Schema, "role">>;

/** Returns the schema for a role. The name must be an exposed schema. */
export function schemaFor(schemas: Schemas, name: string, role: ApiRole): Schema {
  const schema = schemas.get(name);
  if (schema === undefined) throw new Error("The request names a schema that is not exposed");
  return { ...schema, role };
}

export function isToOne(relationship: Relationship): boolean {
  return relationship.cardinality === "many-to-one" || relationship.cardinality === "one-to-one";
}
