import {
  locateNative,
  type ExternalDatabaseInfo,
  inspectExternal,
  checkPooler,
} from "@reign-tv/backend/operations";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import type { CheckResult } from "./check-result.ts";

const TOPIC = "database";
/** Most connections of one server process (packages/backend/database/pools.ts), and some for administrators. */
const CONNECTIONS_NEEDED = 25;
const OPERATING = 'docs/operating.md, "A database of your own"';

/** Location of the database: a Supabase project, else an external database, else DATA_DIR. */
export type DatabaseCheckOptions = {
  readonly project: { readonly url: string; readonly publishableKey: string } | null;
  readonly databaseUrl: string | null;
  readonly poolerUrl: string | null;
};

/** Checks of the database, and the comparison with its clock when it is external. */
export async function checkDatabase({
  project,
  databaseUrl,
  poolerUrl,
}: DatabaseCheckOptions): Promise<{
  results: CheckResult[];
  info: ExternalDatabaseInfo | null;
}> {
  try {
    if (project !== null) return { results: [await checkProject(project)], info: null };
    if (databaseUrl !== null) {
      const info = await inspectExternal(databaseUrl);
      if (poolerUrl !== null) await checkPooler(poolerUrl);
      return { results: externalResults(info), info };
    }
    locateNative();
    const text = "built-in PostgreSQL, started with the server";
    return { results: [{ topic: TOPIC, status: "ok", text }], info: null };
  } catch (error) {
    const text = messageOf(error);
    const hint = databaseHint(text);
    return { results: [{ topic: TOPIC, status: "problem", text, hint }], info: null };
  }
}

/** Hint for a database that rejects the server, by the code in its sentence. */
export function databaseHint(sentence: string): string {
  if (/\(28/.test(sentence)) {
    return "Correct the login and password in DATABASE_URL (write @ and : in the password as %40 and %3A), then test them with psql on this machine.";
  }
  if (sentence.includes("(3D000)")) {
    return "Correct the database name (the last part of DATABASE_URL), or create the database: create database ministry owner ministry.";
  }
  if (sentence.includes("(ENOTFOUND)")) {
    return "Correct the host in DATABASE_URL: this machine cannot resolve it.";
  }
  if (/\((?:ECONN|ETIMEDOUT|EHOST|CONNECT)/.test(sentence)) {
    return "Correct the host and port in DATABASE_URL, start that server, and allow connections from this machine (listen_addresses, pg_hba.conf, firewall).";
  }
  return `See ${OPERATING} for the steps.`;
}

/** Checks of an external database before a start. */
export function externalResults(info: ExternalDatabaseInfo): CheckResult[] {
  const { version, isPrepared, mayPrepare, connectionLimit } = info;
  const results: CheckResult[] = [];
  if (isPrepared || mayPrepare) {
    const state = isPrepared ? "is prepared" : "will be set up on the first start";
    results.push({ topic: TOPIC, status: "ok", text: `PostgreSQL ${version} ${state}` });
  } else {
    results.push({
      topic: TOPIC,
      status: "problem",
      text: "the login in DATABASE_URL is not allowed to create the roles the server needs",
      hint: `Ask a database administrator to run the output of npm run --silent database:sql once (${OPERATING}).`,
    });
  }
  if (connectionLimit < CONNECTIONS_NEEDED) {
    results.push({
      topic: TOPIC,
      status: "look",
      text: `it allows ${connectionLimit} connections, but one server needs up to ${CONNECTIONS_NEEDED}`,
      hint: `Raise max_connections or choose a larger plan: ${CONNECTIONS_NEEDED} per server.`,
    });
  }
  return results;
}

async function checkProject({
  url,
  publishableKey: apikey,
}: NonNullable<DatabaseCheckOptions["project"]>): Promise<CheckResult> {
  const topic = "project";
  const hint =
    "Compare SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY with Settings > API Keys in the project's dashboard. A paused project can be resumed there.";
  const status = await fetch(new URL("/auth/v1/health", url), {
    headers: { apikey },
    signal: AbortSignal.timeout(5_000),
  }).then(
    (response) => response.status,
    () => null,
  );
  if (status === 200) return { topic, status: "ok", text: `the project at ${url} is responding` };
  const text = status === null ? "is not responding" : `answers ${status}`;
  return { topic, status: "problem", text: `the project at ${url} ${text}`, hint };
}
