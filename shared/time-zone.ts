/** Returns whether this runtime supports a time zone such as "Africa/Harare". */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
