import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { postgres } from "./driver.ts";
import { createTestDatabase, type TestDatabase } from "#backend/testing/test-database.ts";

/** PostgreSQL ends a session inside a transaction, as when it is killed. */
describe("a transaction whose connection is lost", () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  async function endSession(pid: number): Promise<void> {
    await test.admin`select pg_terminate_backend(${pid})`;
    await vi.waitFor(async () => {
      expect(await test.admin`select 1 from pg_stat_activity where pid = ${pid}`).toHaveLength(0);
    });
  }

  it("fails at its next statement, ends no process, and the pool goes on", async () => {
    for (let round = 0; round < 20; round += 1) {
      const late = Promise.withResolvers<unknown>();
      const whole = test.database.storage.begin(async (tx) => {
        const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await endSession(row?.pid ?? 0);
        // By then the driver has seen the loss.
        await test.admin`select 1`;
        await tx`select 1`.catch((error: unknown) => late.resolve(error));
      });
      await expect(whole).rejects.toMatchObject({
        code: expect.stringMatching(/57P01|CLOSED|ECONNRESET/),
      });
      expect(await late.promise).toMatchObject({
        code: expect.stringMatching(/57P01|CLOSED|ECONNRESET|EPIPE/),
      });
    }
    // Work that got the lost connection is rejected as retryable.
    await vi.waitFor(async () => {
      const answers = Array.from({ length: 8 }, () => test.database.storage`select 1 as one`);
      for (const rows of await Promise.all(answers)) expect([...rows]).toEqual([{ one: 1 }]);
    });
  });

  it("is distinguished from an error of PostgreSQL", async () => {
    const refused = test.database.storage`select 1 / 0`;
    await expect(refused).rejects.toBeInstanceOf(postgres.PostgresError);
  });
});
