import { z } from "zod";

const SEVERITIES = ["info", "low", "moderate", "high", "critical"] as const;
/** From here on a known weakness of a package that a server runs fails the gate. */
const FAILING: ReadonlySet<string> = new Set(["high", "critical"]);

const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(SEVERITIES),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
});

/** What `npm audit --json` printed: weaknesses as lines, or that nobody could be asked. */
export type AuditOutcome =
  | {
      readonly kind: "asked";
      readonly failing: readonly string[];
      readonly others: readonly string[];
    }
  | { readonly kind: "not asked"; readonly reason: string };

/** Reads the report. Anything that is none means that the registry did not answer. */
export function readAudit(printed: string): AuditOutcome {
  const json = parseOrNull(printed);
  const report = reportSchema.safeParse(json);
  if (!report.success) return { kind: "not asked", reason: reasonOf(json) };
  const entries = Object.entries(report.data.vulnerabilities);
  const lines = (isFailing: boolean): string[] =>
    entries
      .filter(([, { severity }]) => FAILING.has(severity) === isFailing)
      .map(
        ([name, { severity, via }]) => `${name}: ${severity}, ${via.map(weaknessText).join("; ")}`,
      );
  return { kind: "asked", failing: lines(true), others: lines(false) };
}

function weaknessText(via: string | { title: string; url: string }): string {
  return typeof via === "string" ? `by ${via}` : `${via.title} (${via.url})`;
}

/** npm's own words, without the address of the registry. */
function reasonOf(json: unknown): string {
  const failure = z.object({ statusCode: z.number() }).safeParse(json);
  return failure.success ? `it answered ${failure.data.statusCode}` : "it did not answer";
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
