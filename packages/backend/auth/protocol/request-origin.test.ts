import { describe, expect, it } from "vitest";
import { networkOf } from "./request-origin.ts";

describe("networkOf", () => {
  it.each([
    ["192.0.2.77", "192.0.2"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::", "fe80:0:0:0"],
  ])("returns the /24 or /64 of %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it("returns unknown without an IP", () => {
    expect(networkOf(null)).toBe("unknown");
  });
});
