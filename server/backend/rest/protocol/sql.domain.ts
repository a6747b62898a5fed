import { z } from "zod";

/**
 * SQL as a value. The threat: text from a request that becomes part of a statement. The answer: a
 * fragment is made of template literals of our own source, of text that PostgreSQL wrote about its
 * own catalogue (`catalogSql`, used by the catalogue's parser alone), and of parameters. A plain
 * string fits nowhere.
 */

type Chunk = { readonly text: string } | { readonly parameter: string | null };

/** A piece of a statement; numbers are given to its parameters when the whole is rendered. */
export type Sql = { readonly chunks: readonly Chunk[] };

export type RenderedSql = {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
};

/** Quoted identifiers, type names and default expressions, as PostgreSQL's catalogue gives them. */
export const catalogSql = z
  .string()
  .min(1)
  .transform((text): Sql => ({ chunks: [{ text }] }));

/** Builds a fragment from a template of our source and other fragments. */
export function sql(strings: TemplateStringsArray, ...values: readonly Sql[]): Sql {
  const chunks: Chunk[] = [];
  strings.forEach((text, index) => {
    if (text !== "") chunks.push({ text });
    const value = values[index];
    if (value !== undefined) chunks.push(...value.chunks);
  });
  return { chunks };
}

/** The only way for a value of a request into a statement: `$n::text`, cast by the caller. */
export function parameter(value: string | null): Sql {
  return { chunks: [{ parameter: value }] };
}

export const nothing: Sql = { chunks: [] };

/** Joins fragments with a separator; none give an empty fragment. */
export function joinSql(parts: readonly Sql[], separator: Sql): Sql {
  return {
    chunks: parts.flatMap((part, index) =>
      index === 0 ? part.chunks : [...separator.chunks, ...part.chunks],
    ),
  };
}

export function listSql(parts: readonly Sql[]): Sql {
  return joinSql(parts, sql`, `);
}

/** A name of our own: `t0`, `e1`, `v2`; without a prefix the place of a column. */
export function numbered(
  prefix: "" | "t" | "e" | "g" | "j" | "v" | "s" | "n",
  number: number,
): Sql {
  return { chunks: [{ text: `${prefix}${Math.trunc(number)}` }] };
}

/** Turns a fragment into the text and the parameters that the driver sends. */
export function renderSql(fragment: Sql): RenderedSql {
  const parameters: (string | null)[] = [];
  let text = "";
  for (const chunk of fragment.chunks) {
    if ("text" in chunk) {
      text += chunk.text;
    } else {
      parameters.push(chunk.parameter);
      // Typed as text, so that the driver never guesses a serializer from the column's type.
      text += `$${parameters.length}::text`;
    }
  }
  return { text, parameters };
}

/** PostgreSQL's text of an array; quotes and backslashes are escaped, the rest is literal. */
export function arrayLiteral(values: readonly string[]): string {
  const elements = values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`);
  return `{${elements.join(",")}}`;
}
