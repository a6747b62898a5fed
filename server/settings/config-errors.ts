import { closestMatch } from "@reign-tv/kit/closest-match.ts";
import type * as v from "valibot";

/** Variables that only work together, with their common purpose. */
const GROUPS = [
  {
    purpose: "uploaded files go to S3",
    needed: ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
    further: ["S3_REGION"],
  },
  {
    purpose: "backups go to S3",
    needed: [
      "BACKUP_S3_ENDPOINT",
      "BACKUP_S3_BUCKET",
      "BACKUP_S3_ACCESS_KEY_ID",
      "BACKUP_S3_SECRET_ACCESS_KEY",
    ],
    further: ["BACKUP_S3_REGION", "BACKUP_S3_PREFIX"],
  },
  {
    purpose: "messages are sent",
    needed: ["SMS_ACCOUNT_SID", "SMS_AUTH_TOKEN", "SMS_FROM"],
    further: ["SMS_API_BASE"],
  },
  {
    purpose: "a pooler stands before DATABASE_DIRECT_URL",
    needed: ["DATABASE_URL"],
    further: ["DATABASE_DIRECT_URL"],
  },
  { purpose: "mails are sent", needed: ["SMTP_URL"], further: ["MAIL_FROM"] },
] as const;

/**
 * Prefixes of this server's variables. Those of PostgreSQL, Supabase's and Android's tools are not among
 * them: such variables may be set for other programs.
 */
const SERVER_PREFIXES =
  /^(?:API_BIBLE|AUTH|BACKUP|BIBLE|EMBED|ESV|MAIL|MINISTRY|NLT|PUSH|RATE_LIMIT|S3|SMS|SMTP|TTS|YOUTUBE|YOUVERSION)_/;

/** Shorter names are similar to too many others. */
const SHORTEST_MISSPELT_NAME = 7;

/** Reports incomplete groups: without the rest, a variable has no effect. */
export function environmentGroupProblems(given: Readonly<Record<string, unknown>>): string[] {
  return GROUPS.flatMap(({ purpose, needed, further }) => {
    const present = [...needed, ...further].filter((name) => name in given);
    const [first] = present;
    if (first === undefined) return [];
    const missing = needed.filter((name) => !(name in given));
    return missing.map(
      (name) =>
        `${name} is missing: ${purpose} only if it is set. Set it, or remove ${present.join(", ")}`,
    );
  });
}

/**
 * Reports variables that look like this server's and are unknown.
 *
 * @param known every name that the server reads.
 */
export function unknownVariables(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (known.includes(name)) return [];
    const near = name.length < SHORTEST_MISSPELT_NAME ? null : closestMatch(name, known, 1);
    if (near === null && !SERVER_PREFIXES.test(name)) return [];
    const meant = near ?? closestMatch(name, known);
    const hint =
      meant === null
        ? "Remove it; docs/configuration.md lists all settings"
        : `Did you mean ${meant}?`;
    return [`${name} is not a known setting. ${hint}`];
  });
}

const CHOICE = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Message of a problem for operators, where the schema has none. */
export function plainProblem(issue: v.BaseIssue<unknown>): string {
  switch (issue.type) {
    case "to_number":
    case "finite":
      return "must be a number";
    case "safe_integer":
      return "must be a whole number";
    case "min_value":
      return `must be ${String(issue.requirement)} or more`;
    case "gt_value":
      return `must be more than ${String(issue.requirement)}`;
    case "max_value":
      return `must be ${String(issue.requirement)} or less`;
    case "min_length":
      return `must have ${String(issue.requirement)} characters or more`;
    case "picklist":
      return `must be ${CHOICE.format(issue.expected?.match(/[^"|() ]+/g) ?? [])}`;
    default:
      return issue.message;
  }
}
