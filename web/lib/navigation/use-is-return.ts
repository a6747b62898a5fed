import { useLocation } from "react-router";
import { placeOf } from "./places.ts";

/** Whether the page is one that was left and is back in its place: then nothing else may scroll it. */
export function useIsReturn(): boolean {
  return placeOf(useLocation().key) !== undefined;
}
