import type { Hono } from "hono";
import type { BackendConnection } from "#server/open-backend.ts";
import { openMailTransport } from "#server/backend/auth/mail/transports.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import type { Logger } from "#server/kit/log.ts";
import { backendSettings } from "#server/settings/backend-settings.ts";
import type { Config } from "#server/settings/config.ts";
import {
  createPermissionsReader,
  createRequirePermission,
} from "#server/studio/require-permission.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Transport } from "#shared/transport.ts";
import { createAlertMailer, type AlertScheduler, startAlertScheduler } from "./alerts.ts";
import { createHealthRoutes } from "./health-routes.ts";
import { runHealthChecks } from "./health-checks.domain.ts";
import { createSnapshotReader } from "./read-health-snapshot.ts";

type HealthDeps = {
  readonly config: Config;
  readonly ministry: Ministry;
  readonly link: BackendConnection;
  /** Serves /api/live in process. */
  readonly inProcess: Transport;
  readonly dataDir: string;
  readonly clientAddress: ClientAddress;
  readonly log: Logger;
  readonly now: () => number;
};

/**
 * Health checks for staff, and the scheduler that mails alerts. With an external project there are checks, but no
 * scheduler: this server does not know the staff's email addresses.
 */
export function openHealth(deps: HealthDeps): { app: Hono; scheduler: AlertScheduler | null } {
  const { config, ministry, link, now } = deps;
  const { database } = link;
  const readSnapshot = createSnapshotReader(deps);
  const runChecks = async () => runHealthChecks(await readSnapshot());
  const transport = openMailTransport(backendSettings(config, ministry), now);
  const mailer = createAlertMailer({ ...deps, transport, siteUrl: config.siteUrl });
  const app = createHealthRoutes({
    ...deps,
    ...link,
    requirePermission: createRequirePermission(createPermissionsReader(link)),
    runChecks,
    mailer,
    hasAlerts: database !== null,
    hasMailServer: config.SMTP_URL !== undefined,
    rateLimitFactor: config.RATE_LIMIT_FACTOR,
  });
  const scheduler =
    database &&
    startAlertScheduler({
      ...deps,
      database,
      stateStore: link.stateStore,
      checks: runChecks,
      mailer,
    });
  return { app, scheduler };
}
