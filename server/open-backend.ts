import { resolve } from "node:path";
import { Hono } from "hono";
import type { FaultRegistry } from "@reign-tv/kit/fault-registry.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { backendSettings, databaseSettings } from "./settings/backend-settings.ts";
import {
  type BackendKeys,
  createBackend,
  createHealth,
  createProjectProbe,
  type Database,
  type HealthReport,
  loadKeys,
  openDatabase,
  openSecrets,
  prepareDataDir,
} from "@reign-tv/backend";
import type { Config } from "./settings/config.ts";
import type { BackupState } from "@reign-tv/operations/backup/backup-state.ts";
import { openBackups } from "@reign-tv/operations/backup/open-backups.ts";
import { backupNotifier, backupSettings } from "./settings/backup-settings.ts";
import { functionVariables } from "./settings/function-variables.ts";
import type { ListedOwnVideo } from "./own-videos/listed-own-videos.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { Metrics } from "@reign-tv/kit/metrics.ts";
import type { Transport } from "#shared/transport.ts";
import {
  createFileStateStore,
  openDatabaseStateStore,
  type StateStore,
} from "./state-store/state-store.ts";
import { loadPushKeys, type PushKeys } from "./push/send-push.ts";

const FUNCTIONS_DIR = resolve(import.meta.dirname, "../supabase/functions");

/** The embedded backend, or an external Supabase project. */
export type BackendConnection = {
  routes: Hono[];
  publishableKey: string;
  /** Grants all rights on the product's tables; null for an external project without a secret key. */
  secretKey: string | null;
  /** Origin for browsers; "" for this server. */
  url: string;
  /** Sends data requests of pages: in process, or to the project's URL. */
  transport: Transport;
  /** Database of the embedded backend; null with an external project. */
  database: Database | null;
  /** Persistent state of the features. */
  stateStore: StateStore;
  /** Keys of push messages; null without a database, which they need. */
  pushKeys: PushKeys | null;
  /** State of the backups; null with an external project. */
  backups: () => BackupState | null;
  /** Health of the whole server, as in the details of /readyz. */
  health: () => Promise<HealthReport>;
  /**
   * Pushes an event to the pages that subscribe to a private topic on this server; does nothing with an external
   * project.
   */
  notify: (topic: string, event: string, payload: object) => void;
  /** Resolves when no socket is open. */
  startDraining(): Promise<void>;
  close(): Promise<void>;
};

type BackendDeps = {
  config: Config;
  ministry: () => Ministry;
  /** Published own videos, for the function that lists videos. */
  ownVideos: () => readonly ListedOwnVideo[];
  log: Logger;
  now: () => number;
  inProcess: Transport;
  faults: FaultRegistry;
  metrics?: Metrics | undefined;
  /** Development: changed functions take effect with the next call. */
  isReloading: boolean;
};

/** Opens the embedded backend with its database, unless the configuration names a Supabase project. */
export async function openBackend(deps: BackendDeps): Promise<BackendConnection> {
  const { config, ministry, log, now, inProcess, isReloading, faults, metrics } = deps;
  const { SUPABASE_URL: projectUrl, SUPABASE_PUBLISHABLE_KEY: projectKey } = config;
  if (projectUrl !== undefined && projectKey !== undefined) {
    return connectExternalProject(deps, projectUrl, projectKey);
  }
  const settings = backendSettings(config, ministry);
  const database = await openDatabase({ ...databaseSettings(config), log, metrics });
  try {
    const notify = backupNotifier(config, deps);
    const backups = await openBackups(backupSettings(config), { now, log, faults, notify });
    const { keys, pushKeys } = await loadSecrets(config, now);
    const stateStore = await openStateStore(config);
    const backend = await createBackend({
      database,
      settings,
      keys,
      log,
      now,
      report: faults.report,
      metrics,
      functionsDir: FUNCTIONS_DIR,
      functionEnv: () => ({
        SUPABASE_URL: config.siteUrl,
        SUPABASE_SERVICE_ROLE_KEY: keys.secretKey,
        ...functionVariables(config, ministry(), deps.ownVideos()),
      }),
      functionStore: (name) => stateStore.storeOf(`functions-store/${name}`),
      hasOthers: config.databaseUrl !== null,
      functionFetch: fetchOf(config.siteUrl, inProcess),
      isReloading,
    });
    let isDraining = false;
    const health = createHealth({
      database,
      dataDir: settings.dataDir,
      isDraining: () => isDraining,
      faults,
      token: config.METRICS_TOKEN ?? null,
      trustedProxies: settings.trustedProxies,
      details: () => ({ ...(backups !== null && { backups: backups.state() }) }),
    });
    return {
      routes: [health.app, new Hono().route("/", backend.app)],
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      url: "",
      transport: inProcess,
      database,
      stateStore,
      pushKeys,
      backups: () => backups?.state() ?? null,
      health: () => health.report(),
      notify: (topic, event, payload) => backend.tell(topic, event, payload),
      async startDraining() {
        isDraining = true;
        await backend.startDraining();
      },
      async close() {
        await backend.close();
        await backups?.stop();
        await stateStore.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Rows with a database that several servers may share, files otherwise. */
async function openStateStore({ databaseUrl, DATA_DIR }: Config): Promise<StateStore> {
  const dataDir = resolve(DATA_DIR);
  return databaseUrl === null
    ? createFileStateStore(dataDir)
    : openDatabaseStateStore(databaseUrl, dataDir);
}

/** Loads the keys that all servers on the database share. */
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

/** Connects to a Supabase project: only transport and health check are ours. */
function connectExternalProject(
  { config, now, faults, inProcess }: BackendDeps,
  url: string,
  publishableKey: string,
): BackendConnection {
  const dataDir = resolve(config.DATA_DIR);
  prepareDataDir(dataDir);
  let isDraining = false;
  const health = createHealth({
    database: createProjectProbe({ origin: url, publishableKey, fetch, now }),
    databaseName: "project",
    dataDir,
    isDraining: () => isDraining,
    faults,
    token: config.METRICS_TOKEN ?? null,
    trustedProxies: config.TRUSTED_PROXY,
  });
  return {
    routes: [health.app],
    publishableKey,
    secretKey: config.SUPABASE_SECRET_KEY ?? null,
    url,
    transport: projectTransport(url, inProcess),
    database: null,
    stateStore: createFileStateStore(dataDir),
    pushKeys: null,
    backups: () => null,
    health: () => health.report(),
    notify: () => undefined,
    startDraining: () => {
      isDraining = true;
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

/** A fetch that serves requests to this site in process. */
function fetchOf(siteUrl: string, inProcess: Transport): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.origin !== siteUrl) return fetch(request);
    return inProcess(`${url.pathname}${url.search}`, init);
  };
}

/** Requests to /api/ (Bible, search, live status) stay on this server. */
function projectTransport(origin: string, inProcess: Transport): Transport {
  return (url, init) =>
    url.startsWith("/api/") ? inProcess(url, init) : fetch(new URL(url, origin), init);
}
