/** Work that has no place in the lane: too much of it is waiting already. */
export class LaneFullError extends Error {
  constructor() {
    super("too much work is waiting");
    this.name = "LaneFullError";
  }
}

export type WorkLane = {
  /** @throws LaneFullError */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/** A lane in which `running` pieces of work go on at a time while at most `waiting` more wait. */
export function createWorkLane(limits: { running: number; waiting: number }): WorkLane {
  const waiting: (() => void)[] = [];
  let runningCount = 0;
  return {
    async run(work) {
      if (runningCount >= limits.running) {
        if (waiting.length >= limits.waiting) throw new LaneFullError();
        const turn = Promise.withResolvers<void>();
        waiting.push(turn.resolve);
        await turn.promise;
      } else {
        runningCount += 1;
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else runningCount -= 1;
      }
    },
  };
}
