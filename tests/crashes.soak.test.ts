import { type ChildProcess, spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitForExit } from "@reign-tv/kit/process-probe.ts";
import {
  freePort,
  killPostmaster,
  makeDataDir,
  printMeasurements,
  removeDataDir,
} from "@reign-tv/backend/testing";
import {
  type AcknowledgedWrites,
  describeFailures,
  openAcknowledgedWrites,
} from "./support/acknowledged-writes.ts";
import { type ServerEnvironment, serverEnvironment } from "./support/server-environment.ts";
import { waitUntilReady } from "./support/server-process.ts";

const ROUNDS = 30;
const WRITERS = 4;
const ROWS_PER_ROUND = 100;
const WRITE_LIMIT_MS = 60_000;

describe("thirty kills of server and database", () => {
  let dataDir = "";
  let place: ServerEnvironment;
  let child: ChildProcess;
  let writes: AcknowledgedWrites;

  beforeAll(async () => {
    dataDir = makeDataDir();
    place = serverEnvironment(await freePort(), dataDir);
    await start();
    writes = await openAcknowledgedWrites(place);
    writes.start(WRITERS);
  });
  afterAll(async () => {
    await writes.stop();
    child.kill("SIGKILL");
    await removeDataDir(dataDir);
  });

  async function start(): Promise<void> {
    child = spawn(process.execPath, ["server/main.ts"], {
      stdio: "ignore",
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...place.variables },
    });
    await waitUntilReady(place.url, child);
  }
  async function killServer(): Promise<void> {
    child.kill("SIGKILL");
    await waitForExit(child.pid ?? 0, WRITE_LIMIT_MS);
  }

  it("lose no acknowledged write and never prevent the next start", async () => {
    let starts = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await writes.untilWritten(ROWS_PER_ROUND, WRITE_LIMIT_MS);
      const kind = ["server", "database", "both"][round % 3];
      await Promise.all([
        kind === "server" ? null : killPostmaster(dataDir),
        kind === "database" ? null : killServer(),
      ]);
      if (kind !== "database") await start();
      await writes.untilWritten(1, WRITE_LIMIT_MS);
      starts += 1;
    }
    await writes.stop();
    const lost = await writes.lost();
    printMeasurements("kill -9 of server, database, or both", {
      rounds: `${starts} of ${ROUNDS}`,
      "acknowledged writes": writes.acknowledged.size,
      lost: lost.length,
      refused: describeFailures(writes.failures),
    });
    expect(lost).toEqual([]);
    expect(starts).toBe(ROUNDS);
  });
});
