import { expect, it } from "vitest";
import { limitKey, shortenAddress } from "./limit-key.ts";

it.each([
  ["203.0.113.9", "203.0.113.9", "203.0.113.0"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1::"],
  ["2001:0DB8:0001:0002::1%eth0", "2001:db8:1:2", "2001:db8:1::"],
  ["2001:db8::5", "2001:db8:0:0", "2001:db8:0::"],
  ["fe80::", "fe80:0:0:0", "fe80:0:0::"],
  ["::1", "0:0:0:0", "0:0:0::"],
])("limits %s as %s and logs it as %s", (address, key, logged) => {
  expect(limitKey(address)).toBe(key);
  expect(shortenAddress(address)).toBe(logged);
});
