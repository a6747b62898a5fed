import type { HealthCheck } from "#shared/studio/health.ts";

/** Further apart than this, times on the screen are wrong for whoever reads them. */
const CLOCK_OFF_SECONDS = 60;

/**
 * Whether this device and the server agree on the time.
 *
 * @param serverNow the server's clock when it answered, ISO 8601.
 * @param deviceNow this device's when the answer came.
 */
export function clockLight(serverNow: string, deviceNow: string): HealthCheck {
  const seconds = Math.round(Math.abs(Date.parse(deviceNow) - Date.parse(serverNow)) / 1_000);
  const isOff = seconds > CLOCK_OFF_SECONDS;
  return {
    id: "clock",
    tone: isOff ? "warn" : "good",
    text: isOff ? "clockOff" : "clockGood",
    values: { seconds },
    since: null,
  };
}
