/** Known preferences of `Prefer` (RFC 7240), as in PostgREST. */
export type Preferences = {
  readonly returns: "minimal" | "headers-only" | "representation" | null;
  readonly resolution: "merge-duplicates" | "ignore-duplicates" | null;
  readonly missing: "default" | "null" | null;
  readonly count: "exact" | "planned" | "estimated" | null;
  readonly handling: "strict" | "lenient" | null;
  readonly maxAffected: number | null;
  readonly timeZone: string | null;
  /** Unknown preferences: an error with handling=strict, otherwise ignored. */
  readonly invalid: readonly string[];
};

const choices = {
  return: ["minimal", "headers-only", "representation"],
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  count: ["exact", "planned", "estimated"],
  handling: ["strict", "lenient"],
} as const;

/**
 * Parses the header; the first of duplicate preferences counts.
 *
 * @param header the values of all `Prefer` headers, joined by commas.
 */
export function parsePreferences(header: string | undefined): Preferences {
  const wanted = (header ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const maxAffected = findValue(wanted, "max-affected", isCount);
  const timeZone = findValue(wanted, "timezone", isTimeZone);
  return {
    returns: findChoice(wanted, "return", choices.return),
    resolution: findChoice(wanted, "resolution", choices.resolution),
    missing: findChoice(wanted, "missing", choices.missing),
    count: findChoice(wanted, "count", choices.count),
    handling: findChoice(wanted, "handling", choices.handling),
    maxAffected: maxAffected === null ? null : Number(maxAffected),
    timeZone,
    invalid: wanted.filter((part) => !isKnown(part)),
  };
}

/** Returns the value of `Preference-Applied`, or null without preferences. */
export function appliedPreferences(
  preferences: Preferences,
  names: readonly (keyof typeof written)[],
): string | null {
  const applied = names.flatMap((name) => {
    const value = preferences[name];
    const counts = name !== "maxAffected" || preferences.handling === "strict";
    return value === null || !counts ? [] : [`${written[name]}=${value}`];
  });
  return applied.length === 0 ? null : applied.join(", ");
}

const written = {
  resolution: "resolution",
  missing: "missing",
  returns: "return",
  count: "count",
  handling: "handling",
  timeZone: "timezone",
  maxAffected: "max-affected",
} as const;

function findChoice<T extends string>(
  wanted: readonly string[],
  name: string,
  values: readonly T[],
): T | null {
  for (const part of wanted) {
    const value = values.find((candidate) => part === `${name}=${candidate}`);
    if (value !== undefined) return value;
  }
  return null;
}

function findValue(
  wanted: readonly string[],
  name: string,
  isValid: (value: string) => boolean,
): string | null {
  const prefix = `${name}=`;
  const part = wanted.find(
    (candidate) => candidate.startsWith(prefix) && isValid(candidate.slice(prefix.length)),
  );
  return part?.slice(prefix.length) ?? null;
}

function isKnown(part: string): boolean {
  const [name = "", value = ""] = part.split("=", 2);
  if (name === "max-affected") return isCount(value);
  if (name === "timezone") return isTimeZone(value);
  return Object.entries(choices).some(
    ([choice, values]) => choice === name && values.some((candidate) => candidate === value),
  );
}

function isCount(value: string): boolean {
  return /^\d{1,9}$/.test(value);
}

/** Accepts zones of the IANA database, which PostgreSQL and the runtime share. */
function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z0-9_+/-]{1,64}$/.test(value)) return false;
  try {
    return Intl.DateTimeFormat(undefined, { timeZone: value }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
