import type { DocumentBody, StudioDocument, DocumentKind } from "#shared/studio/documents.ts";

/**
 * Changes of a document by field: the new value, or null to restore the value of ministry.json.
 * Sent to `studio_publish` as it is.
 */
export type Changes = Readonly<Record<string, unknown>>;

/** Changes of one document, for publishing. */
export type DocumentChange = Pick<StudioDocument, "kind" | "id"> & {
  /** New value of each field; null restores the value of ministry.json. */
  changes: Changes;
  /** Version that was changed. */
  baseVersion: number;
};

/** Changes with the previous value of each field; undefined: not in the document. */
export type Patch = {
  readonly changes: Changes;
  readonly before: Readonly<Record<string, unknown>>;
};

export const NO_PATCH: Patch = { changes: {}, before: {} };

export function isEmptyPatch({ changes }: Patch): boolean {
  return Object.keys(changes).length === 0;
}

/** Field that two users changed, with both values; undefined: not in the document. */
export type FieldConflict = {
  readonly field: string;
  readonly remote: unknown;
  readonly local: unknown;
};

/** Compares two JSON values; the order of object keys does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = fieldsOf(one);
  if (names.length !== fieldsOf(other).length) return false;
  return names.every((name) => isSame(valueIn(one, name), valueIn(other, name)));
}

/**
 * Records that a field is now `value`; undefined removes it from the document. A field with its
 * published value is no longer a change.
 */
export function changeField(
  patch: Patch,
  body: DocumentBody,
  field: string,
  value: unknown,
): Patch {
  const published = valueIn(body, field);
  if (isSame(value, published)) return withoutFields(patch, [field]);
  return {
    changes: { ...patch.changes, [field]: value ?? null },
    before: Object.hasOwn(patch.changes, field)
      ? patch.before
      : { ...patch.before, [field]: published },
  };
}

/** Returns a patch without some fields. */
export function withoutFields({ changes, before }: Patch, fields: readonly string[]): Patch {
  const isKept = ([name]: [string, unknown]): boolean => !fields.includes(name);
  return {
    changes: Object.fromEntries(Object.entries(changes).filter(isKept)),
    before: Object.fromEntries(Object.entries(before).filter(isKept)),
  };
}

/** Returns the fields that were also changed in the document, to another value. */
export function conflictsOf({ changes, before }: Patch, body: DocumentBody): FieldConflict[] {
  return Object.keys(changes).flatMap((field) => {
    const remote = valueIn(body, field);
    const local = changes[field] ?? undefined;
    const isConflict = !isSame(remote, before[field]) && !isSame(remote, local);
    return isConflict ? [{ field, remote, local }] : [];
  });
}

/** Rebases a patch on the published document and drops changes that are already published. */
export function rebase(patch: Patch, body: DocumentBody): Patch {
  const done = Object.keys(patch.changes).filter((field) =>
    isSame(valueIn(body, field), patch.changes[field] ?? undefined),
  );
  return withoutFields(patch, done);
}

/** Keeps the local value of a field over the published one. */
export function keepLocal(patch: Patch, body: DocumentBody, field: string): Patch {
  return { ...patch, before: { ...patch.before, [field]: valueIn(body, field) } };
}

/** Applies changes to a body like `studio_publish`. */
export function applyChanges(body: DocumentBody, changes: Changes): DocumentBody {
  return Object.fromEntries(
    Object.entries({ ...body, ...changes }).filter(([, value]) => value !== null),
  );
}

/** Returns the changes that turn one body into another. */
export function changesBetween(from: DocumentBody, to: DocumentBody): Changes {
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const wanted = valueIn(to, name);
      return isSame(valueIn(from, name), wanted) ? [] : [[name, wanted ?? null]];
    }),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Keys with a value: JSON has no undefined. */
function fieldsOf(value: object): string[] {
  return Object.entries(value).flatMap(([name, held]) => (held === undefined ? [] : [name]));
}

/** Reads own properties only: a document may contain `__proto__`. */
function valueIn(holder: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, name)?.value;
}

type Listed = { id: string; version: number };

/**
 * Returns the changes that move a document up by one in its list: the new position of each item
 * whose position changes. That is all others where positions are equal.
 */
export function moveUpChanges<Item extends Listed>(
  kind: DocumentKind,
  list: readonly Item[],
  id: string,
  positionOf: (item: Item) => number | undefined,
): DocumentChange[] {
  const at = list.findIndex((item) => item.id === id);
  if (at < 1) return [];
  return list
    .toSpliced(at, 1)
    .toSpliced(at - 1, 0, ...list.slice(at, at + 1))
    .flatMap((item, position) =>
      positionOf(item) === position
        ? []
        : [{ kind, id: item.id, changes: { position }, baseVersion: item.version }],
    );
}
