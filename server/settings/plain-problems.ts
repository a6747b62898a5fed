import type { z } from "zod";

const NUMBERS: ReadonlyMap<string, string> = new Map([
  ["number", "must be a number"],
  ["int", "must be a whole number"],
]);

/**
 * What is wrong with a variable, in words for operators, where its own schema says none.
 *
 * @returns undefined for kinds of problems that no variable of ours has.
 */
export function plainProblem(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") return NUMBERS.get(issue.expected);
  if (issue.code === "too_small") {
    return bound(issue.origin, Number(issue.minimum) + (issue.inclusive === false ? 1 : 0), "more");
  }
  if (issue.code === "too_big") return bound(issue.origin, Number(issue.maximum), "less");
  if (issue.code === "invalid_value") {
    return `must be ${issue.values
      .map(String)
      .join(", ")
      .replace(/, (?=[^,]*$)/, " or ")}`;
  }
  if (issue.code === "invalid_format" && issue.format === "email") {
    return "must be an e-mail address";
  }
  return undefined;
}

function bound(origin: string, limit: number, direction: "more" | "less"): string {
  if (origin !== "string") return `must be ${limit} or ${direction}`;
  return `must have ${limit} characters or ${direction}`;
}
