import { limitKey } from "#server/kit/http/client-address.ts";

/** Memory that one socket occupies: its channels, presences, queued work and unread frames. */
export type HeldBytes = {
  /** Counts bytes, negative to release. Returns false and counts nothing above a limit. */
  add(bytes: number): boolean;
  /** Releases all of them; later calls count nothing. */
  end(): void;
};

export const SOCKET_BYTES = 16_000_000;
export const ADDRESS_BYTES = 64_000_000;
export const SERVER_BYTES = 256_000_000;
/** Each socket may hold this much even when other sockets exhausted the shared budgets. */
export const SOCKET_FREE_BYTES = 64_000;

/** Creates the budgets of one process: per socket, per IP address and in total. */
export function createByteBudgets(): (clientAddress: string) => HeldBytes {
  const byAddress = new Map<string, number>();
  let total = 0;
  return (clientAddress) => {
    const address = limitKey(clientAddress);
    let own = 0;
    let isEnded = false;
    const count = (bytes: number): void => {
      own += bytes;
      total += bytes;
      const left = (byAddress.get(address) ?? 0) + bytes;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    };
    const fits = (bytes: number): boolean => {
      if (own + bytes > SOCKET_BYTES) return false;
      if (own + bytes <= SOCKET_FREE_BYTES) return true;
      const ofAddress = byAddress.get(address) ?? 0;
      return ofAddress + bytes <= ADDRESS_BYTES && total + bytes <= SERVER_BYTES;
    };
    return {
      add(bytes) {
        if (isEnded) return true;
        if (bytes > 0 && !fits(bytes)) return false;
        count(bytes);
        return true;
      },
      end() {
        count(-own);
        isEnded = true;
      },
    };
  };
}
