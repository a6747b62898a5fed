import { type Context, Hono } from "hono";
import { z } from "zod";
import type { DocumentsDeps } from "#server/studio/read-documents.ts";
import type { StaffCheck } from "#server/studio/staff-caller.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { createAddressLimit } from "#server/kit/http/address-limit.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import { LANGUAGES } from "#shared/languages.ts";
import {
  HEALTH_MAIL_PATH,
  HEALTH_PATH,
  type Light,
  type StudioHealth,
  type TestMailAnswer,
} from "#shared/studio/health.ts";
import type { AlertMailer } from "./alert-mailer.ts";

type HealthRoomNeeds = DocumentsDeps & {
  readonly check: StaffCheck;
  readonly lights: () => Promise<readonly Light[]>;
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
 * `GET /api/studio/health`: the lights (`StudioHealth`), for helpers with the permission `settings`, whose token
 * comes as Bearer: 401 without one, 403 for others, 503 while the backend cannot say who asks. `POST
 * /api/studio/health/test-mail?lang=`: one mail to the helper's own address (`TestMailAnswer`). Nobody keeps either.
 */
export function createHealthRoom(needs: HealthRoomNeeds): Hono {
  const app = new Hono();
  const limit = createAddressLimit({
    points: TEST_MAILS_PER_HOUR,
    seconds: 3_600,
    factor: needs.rateLimitFactor,
  });

  app.use(`${HEALTH_PATH}/*`, async (context, next) => {
    context.header("cache-control", CACHE.none);
    const authorization = context.req.header("authorization");
    const verdict = await needs.check(authorization, "settings").catch(() => 503 as const);
    if (verdict !== "may") return refuse(context, verdict);
    return next();
  });
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

function refuse(context: Context, status: 401 | 403 | 503): Response {
  const error = { 401: "Sign in", 403: "Not yours", 503: "The backend does not answer" }[status];
  return context.json({ error }, status);
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
