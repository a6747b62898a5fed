import { readFileSync } from "node:fs";
import * as v from "valibot";

/** One instruction of a Dockerfile with its continuation lines joined. */
export type Instruction = { readonly name: string; readonly text: string };

/** Returns the instructions of each stage, FROM first. */
export function stagesOf(dockerfile: string): Instruction[][] {
  const instructions = dockerfile
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ name: line.split(" ")[0] ?? "", text: line.slice(line.indexOf(" ") + 1) }));
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.name === "FROM") stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** The start command of the image and its settings. */
export type ImageConfig = {
  readonly variables: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly healthCheck: readonly string[];
  readonly uid: number;
};

const commandSchema = v.pipe(v.array(v.string()), v.nonEmpty());

/** @throws Error when an instruction is missing or in shell form. */
export function readImageConfig(): ImageConfig {
  const image = stagesOf(readFileSync("Dockerfile", "utf8")).at(-1) ?? [];
  const textOf = (name: string): string => {
    const found = image.findLast((instruction) => instruction.name === name);
    if (found === undefined) throw new Error(`The Dockerfile has no ${name}.`);
    return found.text;
  };
  const pairs = [...textOf("ENV").matchAll(/(\w+)=(\S+)/g)];
  return {
    variables: Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value])),
    entrypoint: v.parse(commandSchema, JSON.parse(textOf("ENTRYPOINT"))),
    healthCheck: v.parse(
      commandSchema,
      JSON.parse(textOf("HEALTHCHECK").replace(/^.*? CMD (?=\[)/, "")),
    ),
    uid: Number(textOf("USER").split(":")[0]),
  };
}
