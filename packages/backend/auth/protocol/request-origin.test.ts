import { expect, it } from "vitest";
import { networkOf } from "./request-origin.ts";

it.each([
  ["192.0.2.77", "192.0.2"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  [null, "unknown"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
