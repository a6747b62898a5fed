import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { type RoundRobin, startRoundRobin } from "./round-robin.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";
import { type FakePostgres, startFakePostgres } from "@reign-tv/backend/testing/fake-postgres.ts";
import { type FakeS3, startFakeS3 } from "@reign-tv/backend/testing/fake-s3.ts";

/** Servers with empty folders on one database and one object store, behind a balancer. */
export type ManyServers = {
  readonly postgres: FakePostgres;
  readonly store: FakeS3;
  readonly balancer: RoundRobin;
  /** By index; null while the server is stopped. */
  readonly servers: (ServerProcess | null)[];
  /** Name of the product's database. */
  readonly database: string;
  /** Publishable key, the same on every server. */
  readonly publishableKey: string;
  /** Returns the URL of a server, or "" when it is stopped. */
  urlOf(place: number): string;
  /** Starts a stopped server and adds it to the balancer. @param root of another release. */
  start(place: number, root?: string): Promise<void>;
  /** Removes a server from the balancer, then ends it. Resolves with its exit code. */
  end(place: number): Promise<number | null>;
  /** Sends SIGKILL to a server. */
  kill(place: number): Promise<void>;
  stop(): Promise<void>;
};

const DATABASE = "ministry";
const siteSchema = v.object({ publishableKey: v.string() });

type ManyServersOptions = {
  readonly count: number;
  readonly variables?: Readonly<Record<string, string>>;
  /** Folder of the servers' release; absent: this one. */
  readonly root?: string;
  /** Puts a cluster into the database's folder; initdb creates one when absent. */
  readonly prepare?: (dataDir: string) => void;
};

/** Starts a database, an object store and the servers, one after the other as an operator would. */
export async function startManyServers(options: ManyServersOptions): Promise<ManyServers> {
  const { count, variables = {}, root = ".", prepare } = options;
  const [postgres, store] = await Promise.all([startFakePostgres(prepare), startFakeS3()]);
  const folder = mkdtempSync(join(tmpdir(), "reign-many-"));
  const databaseUrl = await postgres.createOwned(DATABASE);
  const servers: (ServerProcess | null)[] = Array.from({ length: count }, () => null);
  const urlOf = (place: number): string => servers[place]?.url ?? "";
  const balancer = await startRoundRobin(() =>
    servers.flatMap((server) => (server === null ? [] : [server.url])),
  );
  const shared = {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: balancer.url,
    ...store.variables("S3_"),
    ...variables,
  };
  const start = async (place: number, from = root): Promise<void> => {
    const DATA_DIR = join(folder, String(place));
    servers[place] = await startServerProcess({ ...shared, DATA_DIR }, { root: from });
  };
  const end = async (place: number): Promise<number | null> => {
    const server = servers[place];
    servers[place] = null;
    return (await server?.stop()) ?? null;
  };
  await start(0);
  await Promise.all(servers.map(async (server, place) => server ?? start(place)));
  const site = v.parse(siteSchema, await (await fetch(`${urlOf(0)}/api/site`)).json());
  return {
    postgres,
    store,
    balancer,
    servers,
    database: DATABASE,
    publishableKey: site.publishableKey,
    urlOf,
    start,
    end,
    async kill(place) {
      const server = servers[place];
      if (server) process.kill(server.pid, "SIGKILL");
      await end(place);
    },
    async stop() {
      await balancer.close();
      await Promise.all(servers.map((_, place) => end(place)));
      await Promise.all([postgres.stop(), store.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
