import type { TwilioSettings } from "#server/backend/sign-in-settings.ts";
import { fetchBounded, OUTBOUND_LIMITS } from "#server/kit/http/http-client.ts";
import type { Sms, SmsTransport } from "./sms-outbox.ts";

const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/i;

/** The company took the call and not the message; the status says why. */
class RefusedSmsError extends Error {
  constructor(status: number) {
    super(`The message was refused with ${status}`);
    this.name = `RefusedSms${status}`;
  }
}

/** Delivers by `POST /2010-04-01/Accounts/{sid}/Messages.json`, as Twilio and its likes take it. */
export function createTwilioTransport(
  settings: TwilioSettings,
  fetch: typeof globalThis.fetch,
): SmsTransport {
  const { base, accountSid, authToken } = settings;
  const url = `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  return {
    async deliver(sms) {
      const { status } = await fetchBounded({
        fetch,
        url,
        method: "POST",
        headers: { authorization: `Basic ${credentials}` },
        body: toForm(sms, settings.from),
        limits: OUTBOUND_LIMITS,
      });
      if (status < 200 || status >= 300) throw new RefusedSmsError(status);
    },
  };
}

function toForm({ to, text, channel }: Sms, from: string): URLSearchParams {
  const prefix = channel === "whatsapp" ? "whatsapp:" : "";
  const isService = MESSAGING_SERVICE.test(from);
  return new URLSearchParams({
    To: `${prefix}+${to}`,
    [isService ? "MessagingServiceSid" : "From"]: isService ? from : `${prefix}${from}`,
    Body: text,
  });
}
