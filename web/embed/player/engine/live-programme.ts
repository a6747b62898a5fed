import type { Programme, ProgrammeGuide } from "#shared/contracts/programme-guide.ts";

const LOOK_INTERVAL_MS = 1_000;
/** A guide that does not answer is asked again after this long. */
const ASK_AGAIN_AFTER_MS = 5_000;

/**
 * Tells which programme of a linear channel the viewer sees: by the wall clock of the picture, which
 * lags some ten seconds behind, not by the clock of the device, which may be wrong.
 */
export function followProgramme(options: {
  guideUrl: string;
  playingAtMs: () => number | null;
  onChange: (programme: Programme, playingAtMs: number) => void;
}): void {
  const { guideUrl, playingAtMs, onChange } = options;
  let known: Programme[] = [];
  let shownStart = "";
  let askedAtMs = -ASK_AGAIN_AFTER_MS;

  async function ask(): Promise<void> {
    // One request at a time, however long it hangs.
    askedAtMs = Number.POSITIVE_INFINITY;
    try {
      const guide: ProgrammeGuide = await (await fetch(guideUrl)).json();
      known = [...guide.previous, guide.now, ...guide.next].filter((entry) => entry !== null);
    } catch {
      // Without a guide the picture plays all the same; it is asked again.
    }
    askedAtMs = performance.now();
  }

  function look(): void {
    const atMs = playingAtMs();
    if (atMs === null) return;
    const programme = known.find(
      ({ start, end }) => Date.parse(start) <= atMs && atMs < Date.parse(end),
    );
    if (programme && programme.start !== shownStart) {
      shownStart = programme.start;
      onChange(programme, atMs);
    }
    const isDue = performance.now() - askedAtMs >= ASK_AGAIN_AFTER_MS;
    if (!programme && isDue) void ask();
  }

  window.setInterval(look, LOOK_INTERVAL_MS);
}
