/** One line of the doctor. */
export type CheckResult = {
  /** Subject, in a word or two. */
  readonly topic: string;
  /** `problem`: something does not work; `look`: it works, but the operator should know. */
  readonly verdict: "ok" | "look" | "problem";
  /** The state, in a sentence. */
  readonly text: string;
  /** How to fix it; absent when all is well. */
  readonly remedy?: string;
};

const WIDTH_VERDICT = 9;
const WIDTH_TOPIC = 12;

/** Formats a result for a terminal, with the hint below the text. */
export function findingLines({ topic, verdict, text, remedy }: CheckResult): string {
  const indent = " ".repeat(WIDTH_VERDICT + WIDTH_TOPIC);
  const head = `${verdict.padEnd(WIDTH_VERDICT)}${topic.padEnd(WIDTH_TOPIC)}`;
  const lines = `${head}${text.replaceAll("\n", `\n${indent}`)}`;
  return remedy === undefined ? lines : `${lines}\n${indent}> ${remedy}`;
}

/** The last line: the number of problems. */
export function summary(findings: readonly CheckResult[]): string {
  const count = (verdict: CheckResult["verdict"]): number =>
    findings.filter((finding) => finding.verdict === verdict).length;
  return `${count("ok")} ok, ${count("look")} to look at, ${count("problem")} problem(s)`;
}
