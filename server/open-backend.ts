import { resolve } from "node:path";
import { Hono } from "hono";
import type { FaultRegistry } from "./kit/fault-registry.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { backendSettings, commaList, databaseSettings } from "./settings/backend-settings.ts";
import { createBackend } from "./backend/backend.ts";
import type { BackendKeys } from "./backend/context.ts";
import {
  createHealth,
  healthReporter,
  type HealthReport,
  createProjectProbe,
} from "./backend/health.ts";
import { loadKeys } from "./backend/keys.ts";
import type { Config } from "./settings/config.ts";
import { prepareDataDir } from "./database/embedded/data-dir.ts";
import type { Database } from "./database/database.ts";
import { openDatabase } from "./database/open-database.ts";
import { openSecrets } from "./database/secret-table.ts";
import type { BackupState } from "./backup/backup-state.ts";
import { openBackups } from "./backup/open-backups.ts";
import { functionVariables } from "./settings/function-variables.ts";
import type { Logger } from "./kit/log.ts";
import type { Metrics } from "./kit/metrics.ts";
import { dataDirError } from "./kit/start-error.ts";
import type { Transport } from "#shared/transport.ts";
import { databaseRecords } from "./state-store/database-state-store.ts";
import { fileRecords } from "./state-store/file-state-store.ts";
import type { StateStore } from "./state-store/state-store.ts";
import { loadPushKeys, type PushKeys } from "./push/push-keys.ts";
import { liveView } from "./studio/live-view.ts";

const FUNCTIONS_DIR = resolve(import.meta.dirname, "../supabase/functions");

/** The backend as pages need it: ours, or a Supabase project elsewhere. */
export type BackendConnection = {
  rooms: Hono[];
  publishableKey: string;
  /** With every right on the product's tables; null with a project elsewhere whose secret key was not given. */
  secretKey: string | null;
  /** Origin for browsers; "" for this server. */
  url: string;
  /** Answers data requests of pages: in process, or by the project's address. */
  transport: Transport;
  /** The database behind our own backend; null with a project elsewhere. */
  database: Database | null;
  /** What rooms keep between starts. */
  records: StateStore;
  /** Keys of reminders; null without a database, which they need. */
  pushKeys: PushKeys | null;
  /** State of the backups; null with a Supabase project as the backend. */
  backups: () => BackupState | null;
  /** How the whole server is, as the details of /readyz say it. */
  health: () => Promise<HealthReport>;
  /** Tells pages that follow a private topic over a socket of this server; nobody with a project elsewhere. */
  tell: (topic: string, event: string, payload: object) => void;
  /** Resolves when nobody has a socket any more. */
  startDraining(): Promise<void>;
  close(): Promise<void>;
};

type BackendNeeds = {
  config: Config;
  ministry: Ministry;
  log: Logger;
  now: () => number;
  inProcess: Transport;
  faults: FaultRegistry;
  metrics?: Metrics | undefined;
  /** Development: changed functions take effect with the next call. */
  isReloading: boolean;
};

/** Our own backend on its database, unless the configuration names a Supabase project. */
export async function openBackend(needs: BackendNeeds): Promise<BackendConnection> {
  const { config, ministry, log, now, inProcess, isReloading, faults, metrics } = needs;
  const { SUPABASE_URL: projectUrl, SUPABASE_PUBLISHABLE_KEY: projectKey } = config;
  if (projectUrl !== undefined && projectKey !== undefined) {
    return projectElsewhere(needs, projectUrl, projectKey);
  }
  const settings = backendSettings(config, ministry);
  const database = await openDatabase({ ...databaseSettings(config), log, metrics });
  try {
    const backups = await openBackups(config, needs);
    const { keys, pushKeys } = await loadSecrets(config, now);
    const records = await openRecords(config);
    const backend = createBackend({
      database,
      settings,
      keys,
      log,
      now,
      report: faults.report,
      metrics,
      functionsDir: FUNCTIONS_DIR,
      functionEnv: liveView(() => ({
        SUPABASE_URL: config.siteUrl,
        SUPABASE_SERVICE_ROLE_KEY: keys.secretKey,
        ...functionVariables(config, ministry),
      })),
      functionStore: (name) => records.storeOf(`functions-store/${name}`),
      hasOthers: config.databaseUrl !== null,
      functionFetch: fetchOf(config.siteUrl, inProcess),
      isReloading,
    });
    let isDraining = false;
    const healthOptions = {
      database,
      dataDir: settings.dataDir,
      isDraining: () => isDraining,
      faults,
      token: config.METRICS_TOKEN ?? null,
      trustedProxies: settings.trustedProxies,
      details: () => ({ ...(backups !== null && { backups: backups.state() }) }),
    };
    const health = healthReporter(healthOptions);
    return {
      rooms: [createHealth(healthOptions, health), new Hono().route("/", backend.app)],
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      url: "",
      transport: inProcess,
      database,
      records,
      pushKeys,
      backups: () => backups?.state() ?? null,
      health,
      tell: (topic, event, payload) => backend.tell(topic, event, payload),
      async startDraining() {
        isDraining = true;
        await backend.startDraining();
      },
      async close() {
        await backend.close();
        await backups?.stop();
        await records.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Rows with a database that several servers may share, files otherwise. */
async function openRecords({ databaseUrl, DATA_DIR }: Config): Promise<StateStore> {
  const dataDir = resolve(DATA_DIR);
  return databaseUrl === null ? fileRecords(dataDir) : databaseRecords(databaseUrl, dataDir);
}

/** The keys of this server, and of every other on the same database. */
async function loadSecrets(
  config: Config,
  now: () => number,
): Promise<{ keys: BackendKeys; pushKeys: PushKeys }> {
  const dataDir = resolve(config.DATA_DIR);
  const secrets = await openSecrets({ dataDir, databaseUrl: config.databaseUrl });
  try {
    const sharedSecret = sharedSecretOf(config);
    const keys = await loadKeys({ dataDir, secrets: secrets.store, sharedSecret, now });
    return { keys, pushKeys: await loadPushKeys(secrets.store) };
  } finally {
    await secrets.close();
  }
}

function sharedSecretOf({
  AUTH_JWT_SECRET: secret,
  AUTH_JWT_ALGORITHM: algorithm,
}: Config): BackendKeys["sharedSecret"] {
  return secret === undefined
    ? null
    : { bytes: Buffer.from(secret), signsSessions: algorithm === "HS256" };
}

/** A Supabase project instead of our own backend: nothing of it is ours but the way there and its health. */
function projectElsewhere(
  { config, now, faults, inProcess }: BackendNeeds,
  url: string,
  publishableKey: string,
): BackendConnection {
  const dataDir = resolve(config.DATA_DIR);
  try {
    prepareDataDir(dataDir);
  } catch (error) {
    throw dataDirError(dataDir, error);
  }
  let isDraining = false;
  const healthOptions = {
    database: createProjectProbe({ origin: url, publishableKey, fetch, now }),
    databaseName: "project" as const,
    dataDir,
    isDraining: () => isDraining,
    faults,
    token: config.METRICS_TOKEN ?? null,
    trustedProxies: commaList(config.TRUSTED_PROXY ?? ""),
  };
  const health = healthReporter(healthOptions);
  return {
    rooms: [createHealth(healthOptions, health)],
    publishableKey,
    secretKey: config.SUPABASE_SECRET_KEY ?? null,
    url,
    transport: outside(url, inProcess),
    database: null,
    records: fileRecords(dataDir),
    pushKeys: null,
    backups: () => null,
    health,
    tell: () => undefined,
    startDraining: () => {
      isDraining = true;
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

/** A fetch that answers requests to this site itself in process. */
function fetchOf(siteUrl: string, inProcess: Transport): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.origin !== siteUrl) return fetch(request);
    return inProcess(`${url.pathname}${url.search}`, init);
  };
}

/** What this server answers itself (the Bible, search, what is live) stays with it. */
function outside(origin: string, inProcess: Transport): Transport {
  return (url, init) =>
    url.startsWith("/api/") ? inProcess(url, init) : fetch(new URL(url, origin), init);
}
