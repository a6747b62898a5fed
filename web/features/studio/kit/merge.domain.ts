import type { DocumentBody, StudioDocument } from "#shared/studio/documents.ts";

/**
 * What somebody changed of a document, by field: the new value, or null for "back to what the file says".
 * It is also what `studio_publish` takes.
 */
export type Changes = Readonly<Record<string, unknown>>;

/** Changes of one document, for publishing. */
export type DocumentChange = Pick<StudioDocument, "kind" | "id"> & {
  /** The new value of each field; null goes back to what the file says. */
  changes: Changes;
  /** The version that the changes were made to. */
  baseVersion: number;
};

/** Changes with what each of their fields was when it was changed; undefined: not in the document. */
export type Patch = {
  readonly changes: Changes;
  readonly before: Readonly<Record<string, unknown>>;
};

export const NO_PATCH: Patch = { changes: {}, before: {} };

export function isEmptyPatch({ changes }: Patch): boolean {
  return Object.keys(changes).length === 0;
}

/** A field that two people changed, with both values; undefined: not in the document. */
export type Clash = { readonly field: string; readonly theirs: unknown; readonly mine: unknown };

/** Whether two JSON values are the same; the order of an object's fields does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = fieldsOf(one);
  if (names.length !== fieldsOf(other).length) return false;
  return names.every((name) => isSame(valueIn(one, name), valueIn(other, name)));
}

/**
 * Notes that a field is now `value`; undefined takes it out of the document. A field that is again what
 * is published is no change any more.
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

/** A patch that has let some fields go. */
export function withoutFields({ changes, before }: Patch, fields: readonly string[]): Patch {
  const isKept = ([name]: [string, unknown]): boolean => !fields.includes(name);
  return {
    changes: Object.fromEntries(Object.entries(changes).filter(isKept)),
    before: Object.fromEntries(Object.entries(before).filter(isKept)),
  };
}

/** The fields that somebody else changed too, and to something else. */
export function clashesOf({ changes, before }: Patch, body: DocumentBody): Clash[] {
  return Object.keys(changes).flatMap((field) => {
    const theirs = valueIn(body, field);
    const mine = changes[field] ?? undefined;
    const isClash = !isSame(theirs, before[field]) && !isSame(theirs, mine);
    return isClash ? [{ field, theirs, mine }] : [];
  });
}

/** A patch on what is published now: what others have changed in the same way is no change any more. */
export function rebase(patch: Patch, body: DocumentBody): Patch {
  const done = Object.keys(patch.changes).filter((field) =>
    isSame(valueIn(body, field), patch.changes[field] ?? undefined),
  );
  return withoutFields(patch, done);
}

/** Keeps one's own value of a field although somebody else has published another. */
export function keepMine(patch: Patch, body: DocumentBody, field: string): Patch {
  return { ...patch, before: { ...patch.before, [field]: valueIn(body, field) } };
}

/** The document's body with changes in it, as `studio_publish` would make it. */
export function applyChanges(body: DocumentBody, changes: Changes): DocumentBody {
  return Object.fromEntries(
    Object.entries({ ...body, ...changes }).filter(([, value]) => value !== null),
  );
}

/** What must be published to make one body from another. */
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

/** Own fields that hold something: JSON knows no undefined. */
function fieldsOf(value: object): string[] {
  return Object.entries(value).flatMap(([name, held]) => (held === undefined ? [] : [name]));
}

/** Own fields alone: a document may not bring `__proto__`. */
function valueIn(holder: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(holder, name)?.value;
}
