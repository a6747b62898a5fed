/** Classes of the small buttons for selected verses or their marks. */
export const ACTION_STYLE =
  "inline-flex min-h-9 min-w-9 items-center justify-center gap-1.5 rounded-full bg-raised px-3 text-sm font-semibold text-ink hover:bg-line";
