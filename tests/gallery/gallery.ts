import type { GalleryStates } from "./gallery-state.ts";

/** The exported `STATES` of all files. */
const STATES = import.meta.glob<GalleryStates>("./states/*-states.tsx", {
  eager: true,
  import: "STATES",
});

/** All states by group; a group is named after its file. */
export const GALLERY: Readonly<Record<string, GalleryStates>> = Object.fromEntries(
  Object.entries(STATES).map(([path, states]) => [
    path.replace(/^\.\/states\/(.*)-states\.tsx$/, "$1"),
    states,
  ]),
);
