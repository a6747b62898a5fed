import { clockText } from "#shared/clock-text.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import type { Language } from "#shared/languages.ts";
import { element, fillPlaceholders } from "#web/embed/dom.ts";
import { timeText } from "#web/embed/player/controls/seek-bar.ts";
import {
  type Chapter,
  chapterAt,
  shareOf,
  type Span,
} from "#shared/live/broadcast-clock.domain.ts";

const KEY_STEP_MS = 10_000;
const PAGE_STEP_MS = 5 * 60_000;

export type ClockBar = {
  element: HTMLElement;
  /** Shows an instant in the span; milliseconds since the epoch. */
  update(span: Span, atMs: number, chapters: readonly Chapter[]): void;
};

/**
 * Seek bar of a broadcast by the wall clock, with marks of its chapters. @param onSeek called with
 * the instant that the visitor chose.
 */
export function createClockBar(
  texts: EmbedTexts,
  language: Language,
  onSeek: (atMs: number) => void,
): ClockBar {
  const slider = element("input", {
    type: "range",
    class: "rp-slider",
    "aria-label": texts.seek,
    step: "1",
  });
  const bubble = element("span", { class: "rp-bubble", "aria-hidden": "true" });
  const marks = element("div", { class: "rp-marks", "aria-hidden": "true" });
  const bar = element("div", { class: "rp-seek rp-clock-seek" }, [slider, bubble, marks]);
  let span: Span = { startMs: 0, endMs: 0 };
  let shownMs = 0;
  let chapters: readonly Chapter[] = [];
  let marked = "";
  let isDragging = false;

  function nameOf(atMs: number): string {
    const chapter = chapterAt(chapters, atMs);
    return [clockText(atMs, language), ...(chapter ? [chapter.title] : [])].join(" · ");
  }

  function showBubble(atMs: number): void {
    bubble.textContent = nameOf(atMs);
    bubble.style.setProperty("--at", percent(shareOf(span, atMs)));
  }

  function showMarks(): void {
    const places = chapters.map(({ atMs }) => percent(shareOf(span, atMs)));
    if (marked === places.join()) return;
    marked = places.join();
    marks.replaceChildren(
      ...places.map((place) => {
        const mark = element("span", { class: "rp-mark" });
        mark.style.setProperty("--at", place);
        return mark;
      }),
    );
  }

  slider.addEventListener("input", () => {
    isDragging = true;
    showBubble(Number(slider.value) * 1000);
    bar.style.setProperty("--played", percent(shareOf(span, Number(slider.value) * 1000)));
  });
  slider.addEventListener("change", () => {
    isDragging = false;
    onSeek(Number(slider.value) * 1000);
  });
  slider.addEventListener("keydown", (event) => {
    const target = keyTarget(event.key, shownMs, span);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(target);
  });
  slider.addEventListener("pointermove", (event) => {
    const box = slider.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    showBubble(span.startMs + share * (span.endMs - span.startMs));
  });

  return {
    element: bar,
    update(newSpan, atMs, newChapters) {
      span = newSpan;
      shownMs = atMs;
      chapters = newChapters;
      showMarks();
      if (isDragging) return;
      slider.min = String(Math.floor(span.startMs / 1000));
      slider.max = String(Math.ceil(span.endMs / 1000));
      slider.value = String(Math.round(atMs / 1000));
      const behind = timeText((span.endMs - atMs) / 1000);
      slider.setAttribute(
        "aria-valuetext",
        fillPlaceholders(texts.clockValue, { time: nameOf(atMs), behind }),
      );
      bar.style.setProperty("--played", percent(shareOf(span, atMs)));
    },
  };
}

function keyTarget(key: string, atMs: number, { startMs, endMs }: Span): number | null {
  const targets: ReadonlyMap<string, number> = new Map([
    ["ArrowLeft", atMs - KEY_STEP_MS],
    ["ArrowDown", atMs - KEY_STEP_MS],
    ["ArrowRight", atMs + KEY_STEP_MS],
    ["ArrowUp", atMs + KEY_STEP_MS],
    ["PageDown", atMs - PAGE_STEP_MS],
    ["PageUp", atMs + PAGE_STEP_MS],
    ["Home", startMs],
    ["End", endMs],
  ]);
  return targets.get(key) ?? null;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
