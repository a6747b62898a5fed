import { randomUUID } from "node:crypto";
import { partsSchema, questionSchema } from "./messages.ts";

/** The processes of one server, as one of them sees them. */
export type Siblings = {
  /**
   * Joins in what all of them say together.
   *
   * @param question its name, one for all processes.
   * @param own says this process's part; it must survive JSON.
   * @returns asks for the parts of all that answer in time, this one's among them; only this one's when the first
   *   process does not answer.
   */
  join<Part>(question: string, own: () => Promise<Part>): () => Promise<readonly unknown[]>;
};

/** The first process asks the others for a second. */
const ANSWER_LIMIT_MS = 2_000;

/** Begins to hear the first process, which started this one. */
export function joinSiblings(): Siblings {
  const ownParts = new Map<string, () => Promise<unknown>>();
  const waiting = new Map<string, (parts: readonly unknown[] | null) => void>();

  async function answer(question: string, id: string): Promise<void> {
    const part = await ownParts.get(question)?.();
    if (part !== undefined) tellFirst({ partOf: id, part });
  }
  process.on("message", (message: unknown) => {
    const asked = questionSchema.safeParse(message);
    if (asked.success) answer(asked.data.question, asked.data.id).catch(() => undefined);
    const told = partsSchema.safeParse(message);
    if (told.success) waiting.get(told.data.partsOf)?.(told.data.parts);
  });

  function ask(question: string): Promise<readonly unknown[] | null> {
    return new Promise((resolve) => {
      const id = randomUUID();
      const done = (parts: readonly unknown[] | null): void => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(parts);
      };
      const timer = setTimeout(() => done(null), ANSWER_LIMIT_MS);
      waiting.set(id, done);
      tellFirst({ question, id });
    });
  }
  return {
    join(question, own) {
      ownParts.set(question, own);
      return async () => (await ask(question)) ?? [await own()];
    },
  };
}

function tellFirst(message: object): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
