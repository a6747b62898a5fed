import type { Programme, ProgrammeGuide } from "#shared/contracts/programme-guide.ts";

const LOOK_INTERVAL_MS = 1_000;
/** Delay before a guide that failed is requested again. */
const RETRY_DELAY_MS = 5_000;

/**
 * Reports the programme that the viewer sees, by the wall clock of the shown frame: it lags some
 * ten seconds behind, and the device's clock may be wrong.
 */
export function watchProgramme(options: {
  guideUrl: string;
  playingAtMs: () => number | null;
  onChange: (programme: Programme, playingAtMs: number) => void;
}): void {
  const { guideUrl, playingAtMs, onChange } = options;
  let known: Programme[] = [];
  let shownStart = "";
  let askedAtMs = -RETRY_DELAY_MS;

  async function ask(): Promise<void> {
    // One request at a time, even if it hangs.
    askedAtMs = Number.POSITIVE_INFINITY;
    try {
      const guide: ProgrammeGuide = await (await fetch(guideUrl)).json();
      known = [...guide.previous, guide.now, ...guide.next].filter((entry) => entry !== null);
    } catch {
      // The stream plays without a guide; it is requested again.
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
    const isDue = performance.now() - askedAtMs >= RETRY_DELAY_MS;
    if (!programme && isDue) void ask();
  }

  window.setInterval(look, LOOK_INTERVAL_MS);
}
