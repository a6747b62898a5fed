import { DatabaseUnavailableError } from "./failure.ts";

/** Who asks for a place, and how long it may be held. */
export type Seat = {
  /** One visitor, who may hold only a share of all places; null for the server itself. */
  readonly holder: string | null;
  /** The work may take all the time it is given, so few of its kind may run at once. */
  readonly isCostly: boolean;
};

/** Admits as many at once as there are connections; the rest waits in a short line. */
export type Gate = { run<T>(seat: Seat, work: () => Promise<T>): Promise<T> };

type Waiting = { readonly seat: Seat; readonly enter: () => void; readonly timer: NodeJS.Timeout };

type GateOptions = {
  readonly places: number;
  /** Most places of one holder. */
  readonly holderPlaces: number;
  /** Most places of all costly work together; one holder has one of them. */
  readonly costlyPlaces: number;
  readonly queueLimit: number;
  readonly waitLimitMs: number;
};

/** How much of the line one holder, and how much all costly work, may fill. */
const LINE_SHARE = 0.5;

/**
 * Makes a gate in front of a pool, so that a slow database fills neither memory nor patience, and
 * one visitor's slow statements do not make the others wait.
 *
 * @returns a gate whose `run` throws DatabaseUnavailableError "57014" when the line is full or the
 *   wait too long.
 */
export function createGate(options: GateOptions): Gate {
  const { places, holderPlaces, costlyPlaces, queueLimit, waitLimitMs } = options;
  const inside = new Set<Seat>();
  const line = new Set<Waiting>();

  const mayEnter = ({ holder, isCostly }: Seat): boolean => {
    if (inside.size >= places) return false;
    const own = [...inside].filter((seat) => holder !== null && seat.holder === holder);
    if (own.length >= holderPlaces) return false;
    if (!isCostly) return true;
    const costly = [...inside].filter((seat) => seat.isCostly);
    return costly.length < costlyPlaces && !own.some((seat) => seat.isCostly);
  };
  const isLineFull = ({ holder, isCostly }: Seat): boolean => {
    const share = queueLimit * LINE_SHARE;
    const seats = [...line].map(({ seat }) => seat);
    const own = seats.filter((seat) => holder !== null && seat.holder === holder);
    const costly = seats.filter((seat) => isCostly && seat.isCostly);
    return line.size >= queueLimit || Math.max(own.length, costly.length) >= share;
  };
  const wait = (seat: Seat): Promise<void> => {
    if (isLineFull(seat)) throw new DatabaseUnavailableError("57014");
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        seat,
        enter: resolve,
        timer: setTimeout(() => {
          line.delete(waiting);
          reject(new DatabaseUnavailableError("57014"));
        }, waitLimitMs),
      };
      line.add(waiting);
    });
  };
  /** Lets everybody in who may: a seat that was given back can matter to several who wait. */
  const admit = (): void => {
    for (const waiting of line) {
      if (inside.size >= places) return;
      if (!mayEnter(waiting.seat)) continue;
      line.delete(waiting);
      clearTimeout(waiting.timer);
      inside.add(waiting.seat);
      waiting.enter();
    }
  };
  return {
    async run({ holder, isCostly }, work) {
      // An object of its own: the same visitor may sit in several places.
      const seat = { holder, isCostly };
      if (mayEnter(seat)) inside.add(seat);
      else await wait(seat);
      try {
        return await work();
      } finally {
        inside.delete(seat);
        admit();
      }
    },
  };
}
