import type { EmbedErrorCode } from "#shared/embed/embed-protocol.ts";
import { type PlaybackProblem, PROBE_LIMIT_MS } from "#shared/live/playback-problem.domain.ts";
import { headStatus } from "#shared/site/server-probe.ts";
import { withTimeLimit } from "#shared/time-limit.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";

/**
 * Returns the card's text for a playback problem. @param isLive false for a video, which has an
 * end.
 */
export function problemText(
  texts: EmbedTexts,
  problem: PlaybackProblem,
  isLive: boolean,
): { title: string; text: string } {
  if (problem === "offline") return { title: texts.offlineTitle, text: texts.offlineText };
  if (problem === "server") return { title: texts.serverTitle, text: texts.serverText };
  if (problem === "slow" && isLive) return { title: texts.slowTitle, text: texts.slowText };
  return isLive
    ? { title: texts.streamFailedTitle, text: texts.streamFailedText }
    : { title: texts.videoFailedTitle, text: texts.videoFailedText };
}

/** Returns the code for the parent page; null while the stream still arrives. */
export function problemCode(problem: PlaybackProblem): EmbedErrorCode | null {
  if (problem === "slow") return null;
  return problem === "source" ? "network" : problem;
}

/**
 * Returns true when our server responds now: requests this frame's own page past every cache. A
 * proxy that answers for an unreachable server does not count.
 */
export async function serverAnswers(): Promise<boolean> {
  const status = await withTimeLimit(PROBE_LIMIT_MS, (signal) =>
    headStatus(fetch, window.location.pathname, signal),
  );
  return status !== null && status < 500;
}
