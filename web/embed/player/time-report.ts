import type { ParentLink } from "#web/embed/parent-messenger.ts";

/** How often the page around learns the position while it plays. */
const REPORT_INTERVAL_SECONDS = 5;

/** Tells the page around where playback stands; a live stream has no length. */
export function reportTime(video: HTMLVideoElement, hasEnd: boolean, parent: ParentLink): void {
  let reportedAt = Number.NEGATIVE_INFINITY;

  function report(): void {
    reportedAt = video.currentTime;
    const isKnown = hasEnd && Number.isFinite(video.duration);
    parent.send({ v: 1, t: "time", pos: video.currentTime, dur: isKnown ? video.duration : 0 });
  }

  video.addEventListener("timeupdate", () => {
    if (Math.abs(video.currentTime - reportedAt) >= REPORT_INTERVAL_SECONDS) report();
  });
  for (const name of ["pause", "seeked", "ended"]) video.addEventListener(name, report);
}
