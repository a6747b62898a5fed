import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startMailServer, startFakeS3 } from "@reign-tv/backend/testing";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { databaseHint, externalResults } from "./check-database.ts";
import { checkDataDir, checkImages, clockResult, diskResult } from "./check-machine.ts";
import { checkMail, checkStore } from "./check-services.ts";
import {
  certificateResult,
  checkServer,
  checkProxy,
  proxyResults,
  unreachedResult,
} from "./check-proxy.ts";
import type { CheckResult } from "./check-result.ts";
import { respondWith, stopResponding } from "./fixed-response.fixture.ts";

const GB = 1_000_000_000;
const TOKEN = "a-token-of-the-operator";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reign-doctor-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  stopResponding();
});

function statuses(results: readonly CheckResult[]): string[] {
  return results.map(({ topic, status }) => `${topic} ${status}`);
}

it.each([
  [50 * GB, 100 * GB, "ok"],
  [10 * GB, 100 * GB, "look"],
  [0.1 * GB, 0.2 * GB, "problem"],
])("%i free bytes of %i are %s", (freeBytes, sizeBytes, status) => {
  expect(diskResult({ freeBytes, sizeBytes }).status).toBe(status);
});

it.each([
  [2_000, "ok", "agrees with the database"],
  [-31_000, "problem", "is 31 s behind the database"],
  [3_600_000, "problem", "is 3600 s ahead of the database"],
])("a clock %i ms ahead is %s", (aheadMs, status, text) => {
  const result = clockResult({ who: "the database", aheadMs });
  expect(result).toMatchObject({ status, text: expect.stringContaining(text) });
});

it("reports a secret that others may read, with its own hint", async () => {
  mkdirSync(join(folder, "secrets"));
  writeFileSync(join(folder, "secrets", "hmac"), "x");
  chmodSync(join(folder, "secrets", "hmac"), 0o644);
  const results = await checkDataDir(folder);
  expect(results.find(({ topic }) => topic === "secrets")).toMatchObject({
    status: "problem",
    text: expect.stringContaining("chmod 600"),
  });
});

describe("an external database", () => {
  const facts = {
    version: "17.2",
    isPrepared: false,
    mayPrepare: false,
    connectionLimit: 100,
    clockAheadMs: 0,
  };
  it.each([
    ["whose login may not make roles", facts, ["database problem"]],
    ["whose login may", { ...facts, mayPrepare: true }, ["database ok"]],
    ["that is prepared", { ...facts, isPrepared: true }, ["database ok"]],
    [
      "with few connections",
      { ...facts, isPrepared: true, connectionLimit: 20 },
      ["database ok", "database look"],
    ],
  ])("%s", (_, given, expected) => {
    const results = externalResults(given);
    expect(statuses(results)).toEqual(expected);
    for (const { status, hint } of results) expect(hint === undefined).toBe(status === "ok");
  });
});

it.each([
  ["No PostgreSQL server is responding at DATABASE_URL (ECONNREFUSED).", "listen_addresses"],
  ["No PostgreSQL server is responding at DATABASE_URL (ENOTFOUND).", "cannot resolve it"],
  ["PostgreSQL rejects the login in DATABASE_URL (28P01).", "Correct the login and password"],
  ["PostgreSQL rejects the login in DATABASE_URL (3D000).", "Correct the database name"],
  ["Something else.", "A database of your own"],
])("a database that says %j", (sentence, hint) => {
  expect(databaseHint(sentence)).toContain(hint);
});

describe("mail", () => {
  it("is ok when the server answers, and sends nothing", async () => {
    const server = await startMailServer();
    expect(await checkMail(server.url, null)).toMatchObject({ status: "ok" });
    expect(server.received).toEqual([]);
    await server.close();
  });

  const MAIL_FROM = "Hope: TV <tv@example.org>";

  it("is ok when the sender is accepted, and sends nothing", async () => {
    for (const refused of [undefined, 550]) {
      const server = await startMailServer(refused);
      expect(await checkMail(server.url, MAIL_FROM)).toMatchObject({ status: "ok" });
      await server.close();
      expect(server.received).toEqual([]);
    }
  });

  it("reports a rejected sender", async () => {
    const server = await startMailServer(553, "sender");
    const text = expect.stringContaining("refuses the sender");
    expect(await checkMail(server.url, MAIL_FROM)).toMatchObject({ status: "problem", text });
    await server.close();
  });

  it("reports a rejected password without repeating it", async () => {
    const server = await startMailServer(535, "sign-in");
    const url = new URL(server.url);
    url.username = "us";
    url.password = "canary";
    const result = await checkMail(url.href, null);
    expect(result).toMatchObject({ status: "problem", text: expect.stringContaining("EAUTH") });
    expect(JSON.stringify(result)).not.toContain("canary");
    await server.close();
  });
});

describe("the object store", () => {
  it("is tested with a temporary file; an error has a hint", async () => {
    const s3 = await startFakeS3();
    const options = { dataDir: folder, s3: s3.settings };
    expect(await checkStore(options)).toMatchObject({ status: "ok" });
    expect(s3.objects.size).toBe(0);
    s3.failNext(403);
    expect(await checkStore(options)).toMatchObject({
      status: "problem",
      text: expect.stringContaining("S3 answered 403"),
      hint: expect.stringContaining("Compare S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY"),
    });
    s3.failNext(301);
    expect(await checkStore(options)).toMatchObject({
      text: expect.stringContaining("S3 answered 301"),
      hint: expect.stringContaining("S3_REGION"),
    });
    await s3.close();
  });

  it("is told from a web page", async () => {
    const port = await respondWith(200, "<!doctype html><p>Welcome</p>");
    const s3 = await startFakeS3();
    const elsewhere = { ...s3.settings, endpoint: `http://127.0.0.1:${port}` };
    expect(await checkStore({ dataDir: folder, s3: elsewhere })).toMatchObject({
      status: "problem",
      hint: expect.stringContaining("leads to a web page"),
    });
    await s3.close();
  });
});

describe("the path of visitors' requests", () => {
  const way = { host: "tv.example.org", protocol: "https", isForwarded: true, unnamedProxy: null };

  it.each([
    ["all is passed on", way, ["proxy ok"], ""],
    [
      "the proxy is not named",
      { ...way, unnamedProxy: "10.0.0.2" },
      ["proxy problem"],
      "Set TRUSTED_PROXY=10.0.0.2",
    ],
    [
      "the host is lost",
      { ...way, host: "127.0.0.1:3000" },
      ["proxy problem"],
      "proxy_set_header Host",
    ],
    ["nobody says who asks", { ...way, isForwarded: false }, ["proxy problem"], "X-Forwarded-For"],
    [
      "http is not redirected",
      { ...way, protocol: "http" },
      ["proxy look"],
      "Redirect http to https",
    ],
  ])("%s", (_, request, expected, hint) => {
    const results = proxyResults("https://tv.example.org", { request });
    expect(statuses(results)).toEqual(expected);
    expect(results[0]?.hint ?? "").toContain(hint);
  });

  it.each([
    ["ENOTFOUND", "the name tv.example.org does not resolve", "an A or AAAA record"],
    ["CERT_HAS_EXPIRED", "browsers reject the certificate", "Let the proxy request one"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "browsers reject the certificate", "for tv.example.org"],
    ["ECONNREFUSED", "https://tv.example.org is not reachable", "open the ports 80 and 443"],
  ])("ends in %s with a reason and a hint", (code, text, hint) => {
    const cause = Object.assign(new Error("x"), { code });
    const error = new TypeError("fetch failed", { cause });
    expect(unreachedResult("https://tv.example.org", error)).toMatchObject({
      status: "problem",
      text: expect.stringContaining(text),
      hint: expect.stringContaining(hint),
    });
  });

  it.each([
    [60, "ok"],
    [13, "look"],
    [-1, "problem"],
  ])("has a certificate for %i more days: %s", (days, status) => {
    expect(certificateResult(days * DAY_MS, 0).status).toBe(status);
  });

  it("reports a server that is not ready, with its failing checks and external dependencies", async () => {
    const port = await respondWith(503, {
      status: "not ready",
      checks: { database: false, disk: true },
      components: { mail: { state: "failing", since: "", reason: "ECONNREFUSED" } },
      request: { host: null, protocol: null, isForwarded: false, unnamedProxy: null },
    });
    const results = await checkServer(`http://127.0.0.1:${port}`, TOKEN);
    expect(results.map(({ status, text }) => [status, text])).toEqual([
      ["problem", `running at http://127.0.0.1:${port} but not ready: database`],
      ["look", "mail is failing: ECONNREFUSED"],
    ]);
  });

  it.each([
    [503, "look", "is starting"],
    [200, "problem", "another program answers"],
  ])("takes a page with status %i at the port for: %s, %s", async (code, status, text) => {
    const port = await respondWith(code, "Starting");
    expect(await checkServer(`http://127.0.0.1:${port}`, TOKEN)).toMatchObject([
      { status, text: expect.stringContaining(text) },
    ]);
  });

  it("says how to see more without a token, and detects a proxy without a server behind it", async () => {
    const healthy = await respondWith(200, { status: "ready" });
    const closed = await respondWith(502, {});
    const look = await checkProxy(`http://127.0.0.1:${healthy}`, undefined);
    expect(statuses(look)).toEqual(["proxy look", "sockets look"]);
    expect(look[0]?.hint).toContain("Set METRICS_TOKEN");
    const problem = await checkProxy(`http://127.0.0.1:${closed}`, undefined);
    expect(problem[0]).toMatchObject({
      status: "problem",
      text: expect.stringContaining("502: the proxy cannot reach the server"),
    });
  });
});

it("gives a hint when images cannot be processed", async () => {
  expect(await checkImages()).toMatchObject({ status: "ok" });
  expect(await checkImages(() => Promise.reject(new Error("Unsupported CPU")))).toMatchObject({
    status: "problem",
    hint: expect.stringContaining("x86-64-v2"),
  });
});
