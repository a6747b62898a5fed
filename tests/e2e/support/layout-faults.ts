import type { Page } from "@playwright/test";

/**
 * What a page's layout does wrong at its present width, a line for each fault: the page is wider than the
 * window, a text is wider than its box, or something reaches over the window's edge where nothing scrolls.
 * Texts that end in an ellipsis on purpose are none, unless they are headings.
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

  /** Cut on purpose: with an ellipsis, which no name of a thing should end in, or read aloud alone. */
  function isCutOnPurpose(element: Element): boolean {
    const style = getComputedStyle(element);
    return (
      (style.textOverflow === "ellipsis" && !element.matches("h1, h2, h3")) ||
      style.webkitLineClamp !== "none" ||
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
    // Boxes within a line have no width of their own.
    if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + TOLERANCE_PX) {
      faults.push(`${nameOf(element)} is ${element.scrollWidth} px wide in ${element.clientWidth}`);
    } else if ((left < -TOLERANCE_PX || right > widthPx + TOLERANCE_PX) && !isInScroller(element)) {
      faults.push(`${nameOf(element)} reaches from ${left} to ${right}`);
    }
  }
  return faults;
}
