import { type RefObject, useEffect, useRef } from "react";
import { readStored } from "#web/lib/storage/storage.ts";
import { writeList } from "#web/lib/storage/stored-list.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { READ_DAYS } from "./devotional-storage.ts";

/** Time that the end of a devotional must be visible to count as read. */
const READ_AFTER_MS = 2_000;
/** More than a year; nothing is counted, so older ones may be dropped. */
const MAX_READ_DAYS = 400;

/** Returns the calendar days ("2026-06-14") whose devotional was read on this device. */
export function useReadDays(): ReadonlySet<string> {
  const [days] = useStored(READ_DAYS);
  return new Set(days);
}

/**
 * Marks a calendar day as read once the end of its devotional was visible for a moment. @returns
 * the ref for the element at the end.
 */
export function useReadMark(day: string): RefObject<HTMLElement | null> {
  const end = useRef<HTMLElement>(null);
  useEffect(() => {
    // Safari before 12.1 has no observer: there no day is marked.
    if (!end.current || !("IntersectionObserver" in window)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => markRead(day), READ_AFTER_MS);
    });
    observer.observe(end.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [day]);
  return end;
}

function markRead(day: string): void {
  const before = readStored(READ_DAYS);
  if (before.includes(day)) return;
  writeList(READ_DAYS, [day, ...before].slice(0, MAX_READ_DAYS));
}
