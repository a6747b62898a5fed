/** One thing that the doctor looked at. */
export type CheckResult = {
  /** What was looked at, in a word or two. */
  readonly topic: string;
  /** `problem`: something does not work; `look`: it works, and somebody should know. */
  readonly verdict: "ok" | "look" | "problem";
  /** What is there, in a sentence. */
  readonly text: string;
  /** What to do about it; absent when all is well. */
  readonly remedy?: string;
};

const WIDTH_VERDICT = 9;
const WIDTH_TOPIC = 12;

/** A finding as a terminal shows it: the remedy below, under the text. */
export function findingLines({ topic, verdict, text, remedy }: CheckResult): string {
  const indent = " ".repeat(WIDTH_VERDICT + WIDTH_TOPIC);
  const head = `${verdict.padEnd(WIDTH_VERDICT)}${topic.padEnd(WIDTH_TOPIC)}`;
  const lines = `${head}${text.replaceAll("\n", `\n${indent}`)}`;
  return remedy === undefined ? lines : `${lines}\n${indent}> ${remedy}`;
}

/** The last line: how much there is to do. */
export function summary(findings: readonly CheckResult[]): string {
  const count = (verdict: CheckResult["verdict"]): number =>
    findings.filter((finding) => finding.verdict === verdict).length;
  return `${count("ok")} ok, ${count("look")} to look at, ${count("problem")} problem(s)`;
}
