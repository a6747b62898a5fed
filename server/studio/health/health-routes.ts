import { Hono } from "hono";
import * as v from "valibot";
import type { DocumentsDeps } from "#server/studio/read-documents.ts";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import type { ClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { HOUR_S } from "@reign-tv/kit/durations.ts";
import { EMAIL_ADDRESS } from "#shared/formats.ts";
import { LANGUAGES } from "#shared/languages.ts";
import {
  HEALTH_MAIL_PATH,
  HEALTH_PATH,
  type HealthCheck,
  type StudioHealth,
  type TestMailAnswer,
} from "#shared/studio/health.ts";
import {
  type AlertMailer,
  createAlertMailer,
  type AlertScheduler,
  startAlertScheduler,
} from "./alerts.ts";
import { openMailTransport } from "@reign-tv/backend";
import type { Logger } from "@reign-tv/kit/log.ts";
import { backendSettings } from "#server/settings/backend-settings.ts";
import type { Config } from "#server/settings/config.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Transport } from "#shared/transport.ts";
import { runHealthChecks } from "./health-checks.domain.ts";
import { createSnapshotReader, type HealthSources } from "./read-health-snapshot.ts";

type HealthRoutesDeps = DocumentsDeps & {
  readonly requirePermission: RequirePermission;
  readonly runChecks: () => Promise<readonly HealthCheck[]>;
  readonly mailer: AlertMailer;
  readonly hasAlerts: boolean;
  /** Without a mail server, mails are written to files. */
  readonly hasMailServer: boolean;
  /** Rate limits per client IP address. */
  readonly limits: ClientLimits;
  readonly now: () => number;
};

const TEST_MAILS = { points: 5, seconds: HOUR_S };
const userSchema = v.object({ email: v.pipe(v.string(), v.regex(EMAIL_ADDRESS)) });
const querySchema = v.object({ lang: v.fallback(v.picklist(LANGUAGES), LANGUAGES[0]) });

/**
 * Routes for staff with the permission `settings`: `GET /api/studio/health` runs the checks (`StudioHealth`), `POST
 * /api/studio/health/test-mail?lang=` sends a mail to the staff member's own address (`TestMailAnswer`).
 */
export function createHealthRoutes(deps: HealthRoutesDeps): Hono {
  const app = new Hono();
  const secondsToWait = deps.limits.counter(TEST_MAILS);

  app.use(`${HEALTH_PATH}/*`, deps.requirePermission("settings"));
  app.get(HEALTH_PATH, async (context) => {
    const lights = [...(await deps.runChecks())];
    const now = new Date(deps.now()).toISOString();
    return context.json({ now, lights, hasAlerts: deps.hasAlerts } satisfies StudioHealth);
  });
  app.post(HEALTH_MAIL_PATH, async (context) => {
    const respond = (outcome: TestMailAnswer["outcome"]) => context.json({ outcome });
    if ((await secondsToWait(context)) > 0) return respond("too_many");
    const to = await emailOf(deps, context.req.header("authorization") ?? "");
    if (to === null) return respond("no_address");
    const { lang } = v.parse(querySchema, context.req.query());
    if (!(await deps.mailer.test(to, lang))) return respond("failed");
    return respond(deps.hasMailServer ? "sent" : "file");
  });
  return app;
}

/** Reads the staff member's email address; null if there is none. */
async function emailOf(
  { transport, publishableKey }: DocumentsDeps,
  authorization: string,
): Promise<string | null> {
  const headers = { apikey: publishableKey, authorization };
  const response = await transport("/auth/v1/user", { headers });
  const user = v.safeParse(userSchema, await response.json().catch(() => null));
  return response.ok && user.success ? user.output.email : null;
}

type HealthDeps = {
  readonly config: Config;
  readonly ministry: () => Ministry;
  readonly link: HealthSources & DocumentsDeps;
  /** Serves /api/live in process. */
  readonly inProcess: Transport;
  readonly dataDir: string;
  readonly requirePermission: RequirePermission;
  readonly limits: ClientLimits;
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
    runChecks,
    mailer,
    hasAlerts: database !== null,
    hasMailServer: config.SMTP_URL !== undefined,
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
