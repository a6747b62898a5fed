/** One line of the doctor. */
export type CheckResult = {
  /** Subject, in a word or two. */
  readonly topic: string;
  /** `problem`: something does not work; `look`: it works, but the operator should know. */
  readonly status: "ok" | "look" | "problem";
  /** The state, in a sentence. */
  readonly text: string;
  /** How to fix it; absent when all is well. */
  readonly hint?: string;
};

const STATUS_WIDTH = 9;
const WIDTH_TOPIC = 12;

/** Formats a result for a terminal, with the hint below the text. */
export function resultLines({ topic, status, text, hint }: CheckResult): string {
  const indent = " ".repeat(STATUS_WIDTH + WIDTH_TOPIC);
  const label = status === "look" ? "warning" : status;
  const head = `${label.padEnd(STATUS_WIDTH)}${topic.padEnd(WIDTH_TOPIC)}`;
  const lines = `${head}${text.replaceAll("\n", `\n${indent}`)}`;
  return hint === undefined ? lines : `${lines}\n${indent}> ${hint}`;
}

/** The last line: the number of problems. */
export function summary(results: readonly CheckResult[]): string {
  const count = (status: CheckResult["status"]): number =>
    results.filter((result) => result.status === status).length;
  return `${count("ok")} ok, ${count("look")} warning(s), ${count("problem")} problem(s)`;
}
