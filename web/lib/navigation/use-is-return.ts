import { useLocation } from "react-router";
import { scrollPositionOf } from "./scroll-positions.ts";

/** Whether the page is one that was left and is back in its place: then nothing else may scroll it. */
export function useIsReturn(): boolean {
  return scrollPositionOf(useLocation().key) !== undefined;
}
