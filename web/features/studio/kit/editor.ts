import type { StudioDocument } from "#shared/studio/documents.ts";
import type { Saving } from "./draft/editor-state.domain.ts";
import type { FieldErrors } from "./field-errors.domain.ts";
import type { FieldConflict } from "./merge.domain.ts";

/** Fields that two users changed. Publishing waits until all are resolved. */
export type Conflict = {
  /** Published document with its author. */
  remote: StudioDocument;
  conflicts: readonly FieldConflict[];
  choose: (field: string, side: "remote" | "local") => void;
  /** Returns to the form; the next publish asks again. */
  postpone: () => void;
};

export type FieldOf<Body> = keyof Body & string;

/** Editor of a document, for the components of its fields. */
export type Editor<Body> = {
  status: "loading" | "failed" | "ready";
  /**
   * Values to publish: those of ministry.json, the published ones and the local changes, merged.
   */
  values: Body;
  /** Sets a value; undefined restores the value of ministry.json. */
  set: <Field extends FieldOf<Body>>(field: Field, value: Body[Field] | undefined) => void;
  /** Sets an unchecked value of a form; the schema validates it on publish. */
  put: (field: FieldOf<Body>, value: unknown) => void;
  /** Published document; its body is null when only ministry.json applies. */
  document: StudioDocument;
  /** Values of ministry.json. */
  defaults: Body;
  isDirty: boolean;
  /** Errors by path ("name.fr"), after a failed validation. */
  errors: FieldErrors;
  saving: Saving;
  isPublishing: boolean;
  /** ISO instant of the changes that were found on opening. */
  foundAt: string | null;
  conflict: Conflict | null;
  /** Validates the values to publish. Returns null and shows the errors when a field is invalid. */
  validate: () => Body | null;
  /** Returns false when nothing was published: invalid field, conflict, or no response. */
  publish: (summary: string) => Promise<boolean>;
  /** Discards all changes; a toast restores them. */
  discard: () => void;
  /** Restores the value of ministry.json. */
  removeField: (field: FieldOf<Body>) => void;
  /** True when ministry.json has a value of this field. */
  isFromFile: (field: FieldOf<Body>) => boolean;
  retry: () => void;
};
