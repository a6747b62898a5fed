import type { GoLiveMessages } from "#shared/messages/studio/go-live.ts";
import type { DeviceState } from "./device-broadcast.ts";

/** Two pieces wait whenever one is on its way. */
const SLOW_SECONDS = 6;

type Warned = Pick<DeviceState, "upload" | "isMuted" | "wasHidden">;

/** What the person at the camera should know, the most urgent first. */
export function warningsOf(
  { upload, isMuted, wasHidden }: Warned,
  texts: GoLiveMessages["warnings"],
  format: (value: number) => string,
): readonly string[] {
  const { queuedSeconds = 0, lostSeconds = 0, isInterrupted = false } = upload ?? {};
  return [
    ...(isMuted ? [texts.muted] : []),
    ...(isInterrupted
      ? [texts.interrupted]
      : queuedSeconds >= SLOW_SECONDS
        ? [texts.slow(format(queuedSeconds))]
        : []),
    ...(lostSeconds > 0 ? [texts.lost(format(lostSeconds))] : []),
    ...(wasHidden ? [texts.hidden] : []),
  ];
}

/** Time since a start as "1:02:03". */
export function elapsedText(startedAtMs: number, nowMs: number): string {
  const total = Math.max(0, Math.floor((nowMs - startedAtMs) / 1_000));
  const [hours, minutes, seconds] = [
    Math.floor(total / 3_600),
    Math.floor(total / 60) % 60,
    total % 60,
  ];
  const two = (value: number): string => String(value).padStart(2, "0");
  return hours === 0 ? `${minutes}:${two(seconds)}` : `${hours}:${two(minutes)}:${two(seconds)}`;
}
