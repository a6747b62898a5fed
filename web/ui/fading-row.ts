/** Classes of a line of chips that scrolls and whose end fades; on phones it reaches the edges. */
export const FADING_ROW =
  "-mx-4 overflow-x-auto overscroll-x-contain py-1 pr-12 pl-4 [scrollbar-width:thin] md:mx-0 md:pl-0 [mask-image:linear-gradient(to_right,#000_calc(100%-3rem),transparent)]";
