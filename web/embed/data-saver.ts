type NetworkInformation = { saveData?: boolean; effectiveType?: string };

/**
 * True on a connection whose owner asks to save data, or that is too slow for video anyway: nothing
 * is loaded before a tap (platform reference, section 7: a service can cost a day's wage).
 */
export function isDataDear(navigator: Navigator & { connection?: NetworkInformation }): boolean {
  const { connection } = navigator;
  return connection?.saveData === true || connection?.effectiveType?.endsWith("2g") === true;
}
