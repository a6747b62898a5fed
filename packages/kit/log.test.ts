import { Writable } from "node:stream";
import postgres from "postgres";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLogger, describeError, type Logger } from "./log.ts";

function collectLines(): { lines: string[]; stream: Writable } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, stream };
}

describe("the log", () => {
  it("never holds data that R-65 forbids, at the top or one level down", () => {
    const { lines, stream } = collectLines();
    const log = createLogger("info", stream);
    const secrets = {
      password: "canary-1",
      token: "canary-2",
      refresh_token: "canary-3",
      authorization: "canary-4",
      apikey: "canary-5",
      email: "canary-6",
      phone: "canary-7",
      query: "canary-8",
    };
    log.info({ ...secrets, body: secrets });
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain("canary");
  });

  it("keeps one entry on one line", () => {
    const { lines, stream } = collectLines();
    createLogger("info", stream).info({ event: 'x\r\n{"level":60}' });
    expect(lines.join("").trimEnd().split("\n")).toHaveLength(1);
  });

  it("keeps names and the message of PostgreSQL's errors, without user input", () => {
    const error = new postgres.PostgresError("");
    Object.assign(error, {
      message: "duplicate key",
      code: "23505",
      detail: "Key (email)=(canary@example.test) already exists.",
      constraint_name: "users_email_key",
    });
    expect(describeError(error)).toEqual({
      type: "PostgresError",
      code: "23505",
      message: "duplicate key",
      constraint_name: "users_email_key",
    });
  });

  it.each([
    { code: "22P02", message: 'invalid input syntax for type uuid: "canary"' },
    { code: "42601", message: 'syntax error in tsquery: "canary"' },
    { code: "P0001", message: "canary is refused", routine: "exec_stmt_raise" },
    { message: "canary" },
  ])("drops a message that quotes user input: $message", (facts) => {
    const error = Object.assign(new postgres.PostgresError(""), facts);
    expect(JSON.stringify(describeError(error))).not.toContain("canary");
  });

  it("does not repeat the message of a database error beside its description", () => {
    const { lines, stream } = collectLines();
    const log = createLogger("info", stream);
    const error = new postgres.PostgresError("invalid input syntax for type uuid: canary");
    log.error({ err: error });
    log.error(error);
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain("canary");
  });

  it("names the fields of data that does not parse, without the values", () => {
    const schema = v.object({ users: v.array(v.object({ id: v.pipe(v.string(), v.uuid()) })) });
    const { issues } = v.safeParse(schema, { users: [{ id: "anna@example.org" }, {}] });
    const { type, message } = describeError(issues && new v.ValiError(issues));
    expect({ type, message }).toEqual({
      type: "ValiError",
      message: "users.0.id: invalid uuid; users.1.id is missing",
    });
  });

  it("clips long messages, so that a line stays below 2 KB", () => {
    const { lines, stream } = collectLines();
    const cause = new Error("c".repeat(10_000));
    createLogger("info", stream).error({ err: new Error("x".repeat(10_000), { cause }) });
    expect(lines.join("").length).toBeLessThan(2_048);
  });
});

describe("a line that repeats", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const flood = (write: (n: number) => void, count = 500): void => {
    for (let n = 0; n < count; n += 1) write(n);
  };

  it.each<[string, (log: Logger, n: number) => void]>([
    ["the same error", (log) => log.error({ event: "storage_failed", err: new Error("disk") })],
    ["an error alone", (log) => log.error(new Error("disk"))],
    ["a text alone", (log) => log.warn("It is late")],
    ["no error", (log) => log.warn({ event: "request_slow", route: "/", ms: Math.random() })],
    [
      "an error with another number each time",
      (log, n) => log.warn({ event: "x", requestId: `r${n}`, err: new Error(`port ${n} refused`) }),
    ],
    ["a reason", (log, n) => log.warn({ event: "x", reason: `connect ECONNREFUSED :${n}` })],
    [
      "a value that PostgreSQL quotes",
      (log, n) => {
        const message = `invalid input syntax: "${String.fromCodePoint(0x4e00 + n)}"`;
        const err = Object.assign(new postgres.PostgresError(""), { code: "22P02", message });
        log.warn({ event: "x", err });
      },
    ],
    ["a child", (log, n) => log.child({ n }).warn({ event: "x" })],
  ])("is written ten times in ten seconds and then counted, with %s", (_, write) => {
    const { lines, stream } = collectLines();
    const log = createLogger("info", stream);
    flood((n) => write(log, n));
    expect(lines).toHaveLength(10);
    vi.advanceTimersByTime(10_000);
    expect(lines).toHaveLength(11);
    expect(JSON.parse(lines[10] ?? "")).toMatchObject({
      event: "log_lines_left_out",
      leftOut: 490,
    });
    flood((n) => write(log, n), 3);
    expect(lines).toHaveLength(14);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(14);
  });

  it("keeps all others: another event, component, route, error or level", () => {
    const { lines, stream } = collectLines();
    const log = createLogger("info", stream);
    flood(() => log.warn({ event: "x" }));
    log.warn({ event: "y" });
    log.error({ event: "x" });
    log.warn({ event: "x", component: "backup" });
    log.warn({ event: "x", route: "/api/live" });
    log.warn({ event: "x", err: new TypeError("no") });
    log.warn({ event: "x", err: Object.assign(new TypeError("no"), { code: "ENOSPC" }) });
    expect(lines).toHaveLength(16);
  });

  it("is always written below a warning, such as the access log", () => {
    const { lines, stream } = collectLines();
    flood(() => createLogger("info", stream).info({ event: "request" }));
    expect(lines).toHaveLength(500);
  });

  it("is not counted when its level is silent", () => {
    const { lines, stream } = collectLines();
    const log = createLogger("error", stream);
    flood(() => log.warn({ event: "x" }));
    vi.advanceTimersByTime(10_000);
    expect(lines).toHaveLength(0);
  });
});
