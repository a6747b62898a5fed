import type { MailTransport } from "./auth/mail/mail-outbox.ts";
import type { Backend, BackendOptions } from "./backend.ts";
import type { BackendSettings } from "./settings.ts";
import type { RunningBackend, StartBackendOptions } from "./start-backend.ts";

/**
 * The backend: a server of Supabase's protocol on an embedded or external PostgreSQL. Code outside imports only this
 * file, and tests also those of `testing/`. Services and mail load when they are first used, so that commands which need
 * only a key start fast.
 */
export { composePlainMail } from "./auth/mail/compose-mail.ts";
export type { Mail, MailTransport } from "./auth/mail/mail-outbox.ts";
export type { Backend, BackendOptions } from "./backend.ts";
export type { BackendKeys } from "./context.ts";
export { createHealth, createProjectProbe, type HealthReport } from "./health.ts";
export { loadKeys, rotateSigningKey } from "./keys.ts";
export type {
  AuthTexts,
  BackendSettings,
  BucketPolicy,
  CommonPasswords,
  ProductSettings,
  ProviderSettings,
  SignInSettings,
} from "./settings.ts";
export type { RunningBackend, StartBackendOptions } from "./start-backend.ts";
export type { Caller } from "#backend/database/caller.ts";
export type { Database, NotificationListener } from "#backend/database/database.ts";
export { repairNative } from "#backend/database/embedded/binaries.ts";
export { prepareDataDir } from "#backend/database/embedded/data-dir.ts";
export { preparationSql } from "#backend/database/external.ts";
export { openDatabase, type OpenDatabaseOptions } from "#backend/database/open-database.ts";
export { connectAsOwner, openSecrets } from "#backend/database/secret-table.ts";

/** Creates the backend on an open database: its five services behind one gateway. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  return (await import("./backend.ts")).createBackend(options);
}

/**
 * Starts a whole backend with the embedded PostgreSQL on a port of its own.
 *
 * @throws StartError with one sentence for every reason that an operator can fix.
 */
export async function startBackend(options: StartBackendOptions): Promise<RunningBackend> {
  return (await import("./start-backend.ts")).startBackend(options);
}

/** Opens SMTP, or without it the folder DATA_DIR/mail, with the first mail. */
export function openMailTransport(
  settings: Pick<BackendSettings, "smtpUrl" | "mailFrom" | "dataDir">,
  now: () => number,
): MailTransport {
  let opening: Promise<MailTransport> | null = null;
  const open = async (): Promise<MailTransport> =>
    (await import("./auth/mail/transports.ts")).openMailTransport(settings, now);
  return { deliver: async (mail) => (await (opening ??= open())).deliver(mail) };
}
