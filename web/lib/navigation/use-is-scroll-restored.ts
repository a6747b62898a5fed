import { useLocation } from "react-router";
import { scrollPositionOf } from "./scroll-positions.ts";

/** Returns true when the page was restored by Back or reload: then nothing else may scroll it. */
export function useIsScrollRestored(): boolean {
  return scrollPositionOf(useLocation().key) !== undefined;
}
