/** Classes of a line of chips that scrolls and whose end fades (deferred.css); on phones it reaches the edges. */
export const FADING_ROW =
  "fading-row -mx-4 overflow-x-auto overscroll-x-contain px-4 py-1 [scrollbar-width:thin] md:mx-0 md:px-0";
