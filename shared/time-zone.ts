/** Whether this runtime knows a time zone of that name, such as "Africa/Harare". */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
