import { describe, expect, it } from "vitest";
import {
  ADDRESS_BYTES,
  createByteBudgets,
  createLimits,
  SERVER_BYTES,
  SOCKET_BYTES,
  SOCKET_FREE_BYTES,
} from "./limits.ts";

it("counts joins of one IP address before those of all, so that others still join", () => {
  const limits = createLimits(1);
  const join = (address: string): boolean => limits.takeJoin(address, 0);
  const burst = Array.from({ length: 2_000 }, () => join("203.0.113.1"));
  expect(burst.filter(Boolean)).toHaveLength(500);
  const other = Array.from({ length: 500 }, () => join("203.0.113.2"));
  expect(other.every(Boolean)).toBe(true);
  expect(join("203.0.113.3")).toBe(false);
});

describe("byte budgets", () => {
  it("limits the bytes of one socket, and accepts more after a release", () => {
    const held = createByteBudgets()("203.0.113.1");
    expect(held.add(SOCKET_BYTES)).toBe(true);
    expect(held.add(1)).toBe(false);
    expect(held.add(-1)).toBe(true);
    expect(held.add(1)).toBe(true);
  });

  it("limits the bytes of one IP address, independently of others", () => {
    const hold = createByteBudgets();
    const sockets = Array.from({ length: ADDRESS_BYTES / SOCKET_BYTES }, () => hold("203.0.113.1"));
    for (const socket of sockets) expect(socket.add(SOCKET_BYTES)).toBe(true);
    const late = hold("203.0.113.1");
    expect(late.add(SOCKET_FREE_BYTES + 1)).toBe(false);
    expect(late.add(SOCKET_FREE_BYTES)).toBe(true);
    expect(hold("203.0.113.2").add(SOCKET_BYTES)).toBe(true);
    sockets[0]?.end();
    expect(late.add(1)).toBe(true);
  });

  it("limits the bytes of all sockets, and reserves a share for each", () => {
    const hold = createByteBudgets();
    for (let n = 0; n < SERVER_BYTES / SOCKET_BYTES; n += 1) {
      expect(hold(`203.0.113.${n}`).add(SOCKET_BYTES)).toBe(true);
    }
    const late = hold("198.51.100.1");
    expect(late.add(SOCKET_FREE_BYTES + 1)).toBe(false);
    expect(late.add(1_000)).toBe(true);
  });

  it("counts nothing of a closed socket", () => {
    const hold = createByteBudgets();
    const held = hold("203.0.113.1");
    held.add(SOCKET_BYTES);
    held.end();
    held.end();
    held.add(-5);
    expect(hold("203.0.113.1").add(SOCKET_BYTES)).toBe(true);
  });
});
