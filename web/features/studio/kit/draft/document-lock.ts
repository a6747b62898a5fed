/** Whether this tab writes a document, another one does, or nobody has said so far. */
export type Hold = "here" | "elsewhere" | null;

/** The right of one tab of a browser to write a document. */
export type DocumentLock = {
  /** Asks for the right, now and whenever the other tab lets it go. @returns what lets it go. */
  hold: () => () => void;
  /** Takes the right from the other tab. */
  take: () => void;
};

type DocumentLockOptions = {
  /** The same for every tab with the document. */
  name: string;
  /** Null in a browser that has none: every tab writes. */
  locks: LockManager | null;
  onHold: (hold: Hold) => void;
};

/** The locks of this browser; null where it has none, or the page is not at a secure address. */
export function browserLocks(): LockManager | null {
  return "locks" in navigator ? navigator.locks : null;
}

/** Lets one tab at a time write a document. The browser itself lets go for a tab that is closed or has crashed. */
export function createDocumentLock({ name, locks, onHold }: DocumentLockOptions): DocumentLock {
  if (locks === null) return lockOfAll(onHold);
  const manager = locks;
  let last: Promise<void> = Promise.resolve();
  let turn: Turn | null = null;

  /** Has the lock until the turn ends, somebody takes it, or at once no more where it is not free. */
  async function ask(own: Turn, how: LockOptions): Promise<void> {
    let wasHere = false;
    try {
      await manager.request(name, how, async (lock) => {
        if (lock === null || own.hasEnded()) return;
        wasHere = true;
        onHold("here");
        await own.ended;
      });
    } catch {
      // Somebody took it, or the waiting was ended; otherwise this browser refuses locks.
      if (!wasHere && !how.signal?.aborted) {
        onHold("here");
        return;
      }
    }
    if (own.hasEnded() || how.signal?.aborted) return;
    onHold("elsewhere");
    await ask(own, { signal: own.queue() });
  }

  return {
    hold() {
      const own = startTurn();
      turn = own;
      // One turn waits for the one before it to be over: a view that is mounted twice is no other tab.
      last = last.then(() => (own.hasEnded() ? undefined : ask(own, { ifAvailable: true })));
      return () => {
        own.end();
        if (turn === own) turn = null;
        onHold(null);
      };
    },
    take() {
      if (turn === null) return;
      turn.leaveQueue();
      last = ask(turn, { steal: true });
    },
  };
}

function lockOfAll(onHold: (hold: Hold) => void): DocumentLock {
  return {
    hold() {
      onHold("here");
      return () => undefined;
    },
    take: () => undefined,
  };
}

type Turn = {
  ended: Promise<void>;
  hasEnded: () => boolean;
  end: () => void;
  /** @returns what ends the waiting for the lock. */
  queue: () => AbortSignal;
  leaveQueue: () => void;
};

/** The time in which a view wants the lock. */
function startTurn(): Turn {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = new AbortController();
  let isOver = false;
  return {
    ended: promise,
    hasEnded: () => isOver,
    end() {
      isOver = true;
      resolve();
      waiting.abort();
    },
    queue() {
      waiting = new AbortController();
      return waiting.signal;
    },
    leaveQueue: () => waiting.abort(),
  };
}
