import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { type OwnParts, partSchema, questionSchema } from "./messages.ts";

/** A process that is busy for longer is left out, so that nobody waits for it. */
const ANSWER_LIMIT_MS = 1_000;

/**
 * Lets any process learn what something is in all of them: the first one, which is this, asks the others, adds its
 * own part and tells the one that asked.
 *
 * @param answering those that can be asked, at any time.
 */
export function askWorkers(answering: ReadonlySet<Worker>, own: OwnParts): void {
  const waiting = new Map<string, (part: unknown) => void>();
  const partOf = (worker: Worker, question: string): Promise<unknown> =>
    new Promise((resolve) => {
      const id = randomUUID();
      const done = (part: unknown): void => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(part);
      };
      const timer = setTimeout(() => done(undefined), ANSWER_LIMIT_MS);
      waiting.set(id, done);
      tellWorker(worker, { question, id });
    });
  const partsOf = async (question: string): Promise<unknown[]> => {
    const ownPart = own
      .get(question)?.()
      .catch(() => undefined);
    const others = [...answering].map((worker) => partOf(worker, question));
    const parts = await Promise.all([ownPart, ...others]);
    return parts.filter((part) => part !== undefined);
  };
  cluster.on("message", (worker, message: unknown) => {
    const part = partSchema.safeParse(message);
    if (part.success) waiting.get(part.data.partOf)?.(part.data.part);
    const asked = questionSchema.safeParse(message);
    if (!asked.success) return;
    const { question, id } = asked.data;
    void partsOf(question).then((parts) => tellWorker(worker, { partsOf: id, parts }));
  });
}

/** One that ends meanwhile needs no answer. */
function tellWorker(worker: Worker, message: object): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
