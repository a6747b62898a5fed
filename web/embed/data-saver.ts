type NetworkInformation = { saveData?: boolean; effectiveType?: string };

/**
 * True on a connection whose owner asks to save data, or that is too slow for video anyway: nothing
 * is loaded before a tap (platform reference, section 7: a service can cost a day's wage). What the
 * page around says of the visitor's choice comes first.
 */
export function isDataDear(
  { savesData }: { savesData: boolean | null },
  navigator: Navigator & { connection?: NetworkInformation },
): boolean {
  if (savesData !== null) return savesData;
  const { connection } = navigator;
  return connection?.saveData === true || connection?.effectiveType?.endsWith("2g") === true;
}
