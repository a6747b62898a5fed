import type { StudioDocument } from "#shared/studio/documents.ts";
import type { Saving } from "./draft/editor-state.domain.ts";
import type { FieldErrors } from "./field-errors.domain.ts";
import type { Clash } from "./merge.domain.ts";

/** Fields that two people changed: nothing is published before somebody has chosen. */
export type Conflict = {
  /** What is published now, and by whom. */
  theirs: StudioDocument;
  clashes: readonly Clash[];
  choose: (field: string, side: "theirs" | "mine") => void;
  /** Goes back to writing; the next publishing asks again. */
  later: () => void;
};

/** A field's name, and what it holds. */
export type FieldOf<Body> = keyof Body & string;

/** The editing of a document, for the views of its fields. */
export type Editor<Body> = {
  status: "loading" | "failed" | "ready";
  /** What would be published: the file's, what is published over it, one's own changes over both. */
  values: Body;
  /** Undefined goes back to what the file says. */
  set: <Field extends FieldOf<Body>>(field: Field, value: Body[Field] | undefined) => void;
  /** The same for what a field's view takes from a form, whatever it is: the schema says what is wrong. */
  put: (field: FieldOf<Body>, value: unknown) => void;
  /** What is published; its body is null where the file alone speaks. */
  document: StudioDocument;
  /** What the file says. */
  seed: Body;
  isDirty: boolean;
  /** What is wrong, by path ("name.fr"), once a publishing was refused for it. */
  faults: FieldErrors;
  saving: Saving;
  isPublishing: boolean;
  /** When the changes were written that were there on opening; ISO instant. */
  foundAt: string | null;
  conflict: Conflict | null;
  /** The whole as it would be published; null where a field is wrong, which it says from then on. */
  checked: () => Body | null;
  /** False where nothing was published: a field is wrong, somebody was faster, the site did not answer. */
  publish: (summary: string) => Promise<boolean>;
  /** Lets all changes go; a toast brings them back. */
  discard: () => void;
  /** Back to what the file says. */
  removeField: (field: FieldOf<Body>) => void;
  /** Whether the file gives a value of this field. */
  isFromFile: (field: FieldOf<Body>) => boolean;
  retry: () => void;
};
