import { limitKey } from "#server/kit/http/client-address.ts";

/** Bytes that one socket makes this process keep: its channels, presences, waiting work and unread frames. */
export type HeldBytes = {
  /** Counts bytes more, or fewer where negative; false when they are too many, and then none is counted. */
  add(bytes: number): boolean;
  /** Gives all of them back; nothing is counted afterwards. */
  end(): void;
};

export const SOCKET_BYTES = 16_000_000;
export const ADDRESS_BYTES = 64_000_000;
export const SERVER_BYTES = 256_000_000;
/** A socket may hold this much even when others have filled the budgets that it shares with them. */
export const SOCKET_FREE_BYTES = 64_000;

/** Makes the budgets of one process: of each socket, of each address and of all together. */
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
