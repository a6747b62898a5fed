import type { Page } from "@playwright/test";

/**
 * Returns the layout errors of a page at its current width, one line each: the page is wider than the window, a
 * text is wider than its box, or an element exceeds the window where nothing scrolls. An intended ellipsis does
 * not count, except in headings.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(findFaults);
}

/** Runs in the page. */
function findFaults(): string[] {
  const TEXTS = "button, a, label, legend, h1, h2, h3, p, dt, dd, th, td, span";
  const TOLERANCE_PX = 1;
  const widthPx = document.documentElement.clientWidth;
  const nameOf = (element: Element): string =>
    `<${element.tagName.toLowerCase()}> "${element.textContent.trim().slice(0, 40)}"`;

  /** An inline text is cut by the box around it. */
  function hasEllipsis(element: Element): boolean {
    const { display, textOverflow } = getComputedStyle(element);
    if (textOverflow === "ellipsis") return !element.matches("h1, h2, h3");
    return (
      display === "inline" && element.parentElement !== null && hasEllipsis(element.parentElement)
    );
  }

  /** True for an intended ellipsis and for texts for screen readers. No name may end in an ellipsis. */
  function isCutOnPurpose(element: Element): boolean {
    const style = getComputedStyle(element);
    return (
      hasEllipsis(element) ||
      style.webkitLineClamp !== "none" ||
      // For screen readers, also where only a width makes it so.
      style.clipPath === "inset(50%)" ||
      element.closest(".sr-only, [aria-hidden='true']") !== null
    );
  }

  function isInScroller(element: Element | null): boolean {
    if (!element || element === document.body) return false;
    const { overflowX } = getComputedStyle(element);
    const scrolls = overflowX === "auto" || overflowX === "scroll";
    return (
      (scrolls && element.scrollWidth > element.clientWidth) || isInScroller(element.parentElement)
    );
  }

  const faults: string[] = [];
  if (document.documentElement.scrollWidth > widthPx) {
    faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  }
  for (const element of document.querySelectorAll<HTMLElement>(TEXTS)) {
    const isShown = element.checkVisibility({
      visibilityProperty: true,
      contentVisibilityAuto: true,
    });
    if (!isShown || element.textContent.trim() === "" || isCutOnPurpose(element)) continue;
    const { left, right } = element.getBoundingClientRect();
    // Inline boxes have no width of their own.
    if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + TOLERANCE_PX) {
      faults.push(`${nameOf(element)} is ${element.scrollWidth} px wide in ${element.clientWidth}`);
    } else if ((left < -TOLERANCE_PX || right > widthPx + TOLERANCE_PX) && !isInScroller(element)) {
      faults.push(`${nameOf(element)} reaches from ${left} to ${right}`);
    }
  }
  return faults;
}
