import { Writable } from "node:stream";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { createLogger, describeError } from "./log.ts";

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
  it("never holds what R-65 forbids, at the top or one level down", () => {
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

  it("keeps names and the message of PostgreSQL's errors, without what people typed", () => {
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
  ])("keeps no message that quotes what people typed: $message", (facts) => {
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

  it("clips long messages, so that a line stays below 2 KB", () => {
    const { lines, stream } = collectLines();
    const cause = new Error("c".repeat(10_000));
    createLogger("info", stream).error({ err: new Error("x".repeat(10_000), { cause }) });
    expect(lines.join("").length).toBeLessThan(2_048);
  });
});
