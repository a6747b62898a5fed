/** Heading of the floor page, the same in its HTML and its script. */
export const FLOOR_TEXT = "Floor";
