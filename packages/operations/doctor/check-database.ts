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
    const text = "PostgreSQL comes with the server and runs while it does";
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
    return "Correct login and password in DATABASE_URL, with @ and : in the password written as %40 and %3A; try them with psql on this computer.";
  }
  if (sentence.includes("(3D000)")) {
    return "Correct the database's name, the last part of DATABASE_URL, or make it: create database ministry owner ministry.";
  }
  if (sentence.includes("(ENOTFOUND)")) {
    return "Correct the host in DATABASE_URL: this computer does not find that name.";
  }
  if (/\((?:ECONN|ETIMEDOUT|EHOST|CONNECT)/.test(sentence)) {
    return "Correct host and port in DATABASE_URL, start that server, and let it accept this computer (listen_addresses, pg_hba.conf, firewall).";
  }
  return `${OPERATING}, goes through it step by step.`;
}

/** Checks of an external database before a start. */
export function externalResults(info: ExternalDatabaseInfo): CheckResult[] {
  const { version, isPrepared, mayPrepare, connectionLimit } = info;
  const results: CheckResult[] = [];
  if (isPrepared || mayPrepare) {
    const state = isPrepared ? "is prepared" : "will be prepared by the first start";
    results.push({ topic: TOPIC, status: "ok", text: `PostgreSQL ${version} ${state}` });
  } else {
    results.push({
      topic: TOPIC,
      status: "problem",
      text: `the login of DATABASE_URL may not make the roles that the server needs`,
      hint: `Have an administrator of that server run once what npm run --silent database:sql prints (${OPERATING}).`,
    });
  }
  if (connectionLimit < CONNECTIONS_NEEDED) {
    results.push({
      topic: TOPIC,
      status: "look",
      text: `it allows ${connectionLimit} connections, and one server takes up to ${CONNECTIONS_NEEDED}`,
      hint: `Raise max_connections, or take a larger plan: ${CONNECTIONS_NEEDED} for each server.`,
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
    "Compare SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY with the project's page under Settings, API Keys; a project that rests is woken there.";
  const status = await fetch(new URL("/auth/v1/health", url), {
    headers: { apikey },
    signal: AbortSignal.timeout(5_000),
  }).then(
    (response) => response.status,
    () => null,
  );
  if (status === 200) return { topic, status: "ok", text: `the project at ${url} answers` };
  const text = status === null ? "does not answer" : `answers ${status}`;
  return { topic, status: "problem", text: `the project at ${url} ${text}`, hint };
}
