import { describe, expect, it } from "vitest";
import { isPushEndpoint } from "./push-routes.ts";

const RULES = { extraHosts: ["push.example.org"], allowsLoopback: false };

describe("push endpoint", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/QGabc",
    "https://db5p.notify.windows.com/w/?token=abc",
    "https://push.example.org/up/abc",
  ])("accepts %s", (address) => {
    expect(isPushEndpoint(address, RULES)).toBe(true);
  });

  it.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/fcm/send/abc",
    "https://user:password@fcm.googleapis.com/fcm",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evil.example/fcm.googleapis.com",
    "https://notify.windows.com.evil.example/",
    "https://evilnotify.windows.com/",
    "https://127.0.0.1/x",
    "http://127.0.0.1:4000/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/x",
    "https://10.0.0.1/x",
    "file:///etc/passwd",
    "not an address",
    `https://fcm.googleapis.com/${"x".repeat(1_000)}`,
  ])("rejects %s", (address) => {
    expect(isPushEndpoint(address, RULES)).toBe(false);
  });

  it("accepts loopback URLs in tests only, and no other internal address", () => {
    const rules = { extraHosts: [], allowsLoopback: true };
    expect(isPushEndpoint("http://127.0.0.1:4000/x", rules)).toBe(true);
    expect(isPushEndpoint("http://127.0.0.2:4000/x", rules)).toBe(false);
    expect(isPushEndpoint("http://localhost:4000/x", rules)).toBe(false);
  });
});
