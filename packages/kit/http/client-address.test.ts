import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createClientAddress, IN_PROCESS, isNetwork } from "./client-address.ts";

async function addressOf(peer: string | null, forwarded: string | null, trusted: string[]) {
  const clientAddress = createClientAddress(trusted);
  const app = new Hono();
  app.get("/", (c) => c.text(clientAddress(c)));
  const headers =
    forwarded === null ? new Headers() : new Headers({ "x-forwarded-for": forwarded });
  const env = peer === null ? {} : { incoming: { socket: { remoteAddress: peer || undefined } } };
  return (await app.request("/", { headers }, env)).text();
}

describe("the client's IP address", () => {
  it.each([
    ["is the peer's", "203.0.113.9", null, [], "203.0.113.9"],
    ["ignores what a stranger forwards (B-08)", "203.0.113.9", "1.2.3.4", [], "203.0.113.9"],
    ["believes a trusted proxy", "10.0.0.1", "1.2.3.4", ["10.0.0.1"], "1.2.3.4"],
    ["believes a trusted network", "10.9.9.9", "1.2.3.4", ["10.0.0.0/8"], "1.2.3.4"],
    [
      "ignores what stands before the first stranger",
      "10.0.0.1",
      "6.6.6.6, 1.2.3.4",
      ["10.0.0.1"],
      "1.2.3.4",
    ],
    [
      "passes over further trusted proxies",
      "10.0.0.1",
      "1.2.3.4, 10.0.0.2",
      ["10.0.0.0/8"],
      "1.2.3.4",
    ],
    ["reads IPv4 with a port", "10.0.0.1", "203.0.113.7:51234", ["10.0.0.1"], "203.0.113.7"],
    ["reads IPv6 with a port", "10.0.0.1", "[2001:db8::1]:443", ["10.0.0.1"], "2001:db8::1"],
    ["reads IPv6 in brackets", "10.0.0.1", "[2001:db8::1]", ["10.0.0.1"], "2001:db8::1"],
    ["reads IPv6 without a port", "10.0.0.1", "2001:db8::1", ["10.0.0.1"], "2001:db8::1"],
    [
      "reads IPv4 in IPv6 with a port",
      "10.0.0.1",
      "[::ffff:203.0.113.7]:443",
      ["10.0.0.1"],
      "203.0.113.7",
    ],
    [
      "passes over a trusted proxy with a port",
      "10.0.0.1",
      "6.6.6.6:1, 1.2.3.4:5678, 10.0.0.2:80",
      ["10.0.0.0/8"],
      "1.2.3.4",
    ],
    ["falls back to the proxy for a port alone", "10.0.0.1", ":443", ["10.0.0.1"], "10.0.0.1"],
    ["falls back to the proxy for a name", "10.0.0.1", "unknown:1", ["10.0.0.1"], "10.0.0.1"],
    ["falls back to the proxy for an open bracket", "10.0.0.1", "[::1", ["10.0.0.1"], "10.0.0.1"],
    ["falls back to the proxy for nonsense", "10.0.0.1", "'; drop", ["10.0.0.1"], "10.0.0.1"],
    ["falls back to the proxy for nothing", "10.0.0.1", null, ["10.0.0.1"], "10.0.0.1"],
    ["sees IPv4 in IPv6", "::ffff:203.0.113.9", null, [], "203.0.113.9"],
    ["keeps IPv6 whole", "2001:db8::1", null, [], "2001:db8::1"],
    ["knows calls inside the process", null, null, [], IN_PROCESS],
    ["is whom a call inside the process asks for", null, "1.2.3.4", [], "1.2.3.4"],
    ["is nobody's for one who hung up", "", "1.2.3.4", [], "0.0.0.0"],
  ])("%s", async (_, peer, forwarded, trusted, address) => {
    expect(await addressOf(peer, forwarded, trusted)).toBe(address);
  });

  it.each([
    ["10.0.0.1", true],
    ["::1", true],
    ["fd00::/8", true],
    ["my-proxy", false],
    ["10.0.0.300", false],
    ["10.0.0.0/99", false],
    ["", false],
  ])("%j is a proxy that can be trusted: %s", (text, isOne) => {
    expect(isNetwork(text)).toBe(isOne);
  });
});
