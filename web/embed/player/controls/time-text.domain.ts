/** A position as players show it: "0:05", "12:34", "1:02:03". Negative and unknown times are "0:00". */
export function timeText(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = pad(whole % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
