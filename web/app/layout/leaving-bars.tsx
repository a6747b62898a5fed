import { useEffect } from "react";

/** The root's class while somebody reads on; after-load.css moves the bars by it. */
const READS_ON = "reads-on";
/** Smaller moves are the hand's, not the reader's. */
const MOVE_PX = 12;
/** Near the top the bars stay. */
const TOP_PX = 80;

/** Moves the bars of small screens out of the way of who reads on, and back when the page goes up. */
export function AutoHideBars() {
  useEffect(() => {
    const { classList } = document.documentElement;
    let from = window.scrollY;
    const follow = (): void => {
      const at = window.scrollY;
      if (at > TOP_PX && Math.abs(at - from) < MOVE_PX) return;
      classList.toggle(READS_ON, at > from && at > TOP_PX);
      from = at;
    };
    window.addEventListener("scroll", follow, { passive: true });
    return () => {
      window.removeEventListener("scroll", follow);
      classList.remove(READS_ON);
    };
  }, []);
  return null;
}
