import type { Hono } from "hono";
import type { BackendConnection } from "#server/open-backend.ts";
import { openMailTransport } from "#server/backend/auth/mail/transports.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import type { Logger } from "#server/kit/log.ts";
import { backendSettings } from "#server/settings/backend-settings.ts";
import type { Config } from "#server/settings/config.ts";
import { createRightsReader, createRequirePermission } from "#server/studio/require-permission.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Transport } from "#shared/transport.ts";
import { createAlertMailer, type AlertScheduler, startAlertClock } from "./alerts.ts";
import { createHealthRoutes } from "./health-routes.ts";
import { runHealthChecks } from "./health-checks.domain.ts";
import { createFactsReader } from "./read-health-snapshot.ts";

type HealthNeeds = {
  readonly config: Config;
  readonly ministry: Ministry;
  readonly link: BackendConnection;
  /** Answers /api/live in process. */
  readonly inProcess: Transport;
  readonly dataDir: string;
  readonly clientAddress: ClientAddress;
  readonly log: Logger;
  readonly now: () => number;
};

/**
 * The lights for helpers, and the clock that tells them by mail. With a project elsewhere this server knows
 * nobody's address: there are lights, and no clock.
 */
export function openHealth(needs: HealthNeeds): { app: Hono; clock: AlertScheduler | null } {
  const { config, ministry, link, now } = needs;
  const { database } = link;
  const readFacts = createFactsReader(needs);
  const lights = async () => runHealthChecks(await readFacts());
  const transport = openMailTransport(backendSettings(config, ministry), now);
  const mailer = createAlertMailer({ ...needs, transport, siteUrl: config.siteUrl });
  const app = createHealthRoutes({
    ...needs,
    ...link,
    door: createRequirePermission(createRightsReader(link)),
    lights,
    mailer,
    hasAlerts: database !== null,
    hasMailServer: config.SMTP_URL !== undefined,
    rateLimitFactor: config.RATE_LIMIT_FACTOR,
  });
  const clock =
    database && startAlertClock({ ...needs, database, records: link.records, lights, mailer });
  return { app, clock };
}
