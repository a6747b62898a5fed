import * as v from "valibot";

/**
 * SQL as a value, so that text of a request cannot become part of a statement. A fragment consists
 * of template literals of this source, catalogue text of PostgreSQL (`catalogSql`, used only by the
 * catalogue's parser), and parameters. A plain string has no place in it.
 */

type Chunk = { readonly text: string } | { readonly parameter: string | null };

/** A part of a statement; rendering numbers its parameters. */
export type Sql = { readonly chunks: readonly Chunk[] };

export type RenderedSql = {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
};

/** Quoted identifiers, type names and default expressions from PostgreSQL's catalogue. */
export const catalogSql = v.pipe(
  v.string(),
  v.minLength(1),
  v.transform((text): Sql => ({ chunks: [{ text }] })),
);

/** Builds a fragment from a template literal and other fragments. */
export function sql(strings: TemplateStringsArray, ...values: readonly Sql[]): Sql {
  const chunks: Chunk[] = [];
  strings.forEach((text, index) => {
    if (text !== "") chunks.push({ text });
    const value = values[index];
    if (value !== undefined) chunks.push(...value.chunks);
  });
  return { chunks };
}

/** Adds a value of a request as `$n::text`, which the caller casts. No other way exists. */
export function parameter(value: string | null): Sql {
  return { chunks: [{ parameter: value }] };
}

export const nothing: Sql = { chunks: [] };

/** Joins fragments with a separator; no fragments give an empty one. */
export function joinSql(fragments: readonly Sql[], separator: Sql): Sql {
  return {
    chunks: fragments.flatMap((part, index) =>
      index === 0 ? part.chunks : [...separator.chunks, ...part.chunks],
    ),
  };
}

export function listSql(fragments: readonly Sql[]): Sql {
  return joinSql(fragments, sql`, `);
}

/** Returns a generated name: `t0`, `e1`, `v2`; without a prefix the position of a column. */
export function numbered(
  prefix: "" | "t" | "e" | "g" | "j" | "v" | "s" | "n",
  number: number,
): Sql {
  return { chunks: [{ text: `${prefix}${Math.trunc(number)}` }] };
}

/** Renders a fragment into the text and parameters for the driver. */
export function renderSql(fragment: Sql): RenderedSql {
  const parameters: (string | null)[] = [];
  let text = "";
  for (const chunk of fragment.chunks) {
    if ("text" in chunk) {
      text += chunk.text;
    } else {
      parameters.push(chunk.parameter);
      // Cast to text, so that the driver does not choose a serializer by the column's type.
      text += `$${parameters.length}::text`;
    }
  }
  return { text, parameters };
}

/** Formats a PostgreSQL array literal; quotes and backslashes are escaped. */
export function arrayLiteral(values: readonly string[]): string {
  const elements = values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`);
  return `{${elements.join(",")}}`;
}
