import { Hono } from "hono";
import { z } from "zod";
import type { DocumentsDeps } from "#server/studio/read-documents.ts";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import { createIpRateLimit } from "#server/kit/http/ip-rate-limit.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import { LANGUAGES } from "#shared/languages.ts";
import {
  HEALTH_MAIL_PATH,
  HEALTH_PATH,
  type HealthCheck,
  type StudioHealth,
  type TestMailAnswer,
} from "#shared/studio/health.ts";
import type { AlertMailer } from "./alerts.ts";

type HealthRoomNeeds = DocumentsDeps & {
  readonly door: RequirePermission;
  readonly lights: () => Promise<readonly HealthCheck[]>;
  readonly mailer: AlertMailer;
  readonly hasAlerts: boolean;
  /** Without one, mails are files for whoever runs the server. */
  readonly hasMailServer: boolean;
  readonly clientAddress: ClientAddress;
  readonly rateLimitFactor: number;
  readonly now: () => number;
};

const TEST_MAILS_PER_HOUR = 5;
const userSchema = z.object({ email: z.email() });
const askSchema = z.object({ lang: z.enum(LANGUAGES).catch(LANGUAGES[0]) });

/**
 * For helpers with the permission `settings`. `GET /api/studio/health`: the lights (`StudioHealth`). `POST
 * /api/studio/health/test-mail?lang=`: one mail to the helper's own address (`TestMailAnswer`).
 */
export function createHealthRoutes(needs: HealthRoomNeeds): Hono {
  const app = new Hono();
  const limit = createIpRateLimit({
    points: TEST_MAILS_PER_HOUR,
    seconds: 3_600,
    factor: needs.rateLimitFactor,
  });

  app.use(`${HEALTH_PATH}/*`, needs.door("settings"));
  app.get(HEALTH_PATH, async (context) => {
    const lights = [...(await needs.lights())];
    const now = new Date(needs.now()).toISOString();
    return context.json({ now, lights, hasAlerts: needs.hasAlerts } satisfies StudioHealth);
  });
  app.post(HEALTH_MAIL_PATH, async (context) => {
    const answer = (outcome: TestMailAnswer["outcome"]) => context.json({ outcome });
    if ((await limit(needs.clientAddress(context))) > 0) return answer("too_many");
    const to = await addressOf(needs, context.req.header("authorization") ?? "");
    if (to === null) return answer("no_address");
    const { lang } = askSchema.parse(context.req.query());
    if (!(await needs.mailer.test(to, lang))) return answer("failed");
    return answer(needs.hasMailServer ? "sent" : "file");
  });
  return app;
}

/** The helper's own address, as the backend knows it; null without one. */
async function addressOf(
  { transport, publishableKey }: DocumentsDeps,
  authorization: string,
): Promise<string | null> {
  const headers = { apikey: publishableKey, authorization };
  const response = await transport("/auth/v1/user", { headers });
  const user = userSchema.safeParse(await response.json().catch(() => null));
  return response.ok && user.success ? user.data.email : null;
}
