import type { BackendSettings } from "#server/backend/settings.ts";
import type { Logger } from "#server/kit/log.ts";
import { isLeaked } from "./leaked-passwords.ts";
import { findWeaknesses, refuseWeak, toPasswordContext, WELL_KNOWN } from "./password-rules.ts";

/**
 * Refuses a password that is weak, or that leaks have made known where the operator has that looked up.
 *
 * @throws AuthError 422 weak_password; 400 validation_failed beyond 72 bytes.
 */
export async function assertPasswordMayBe(
  parts: {
    readonly settings: BackendSettings;
    readonly fetch: typeof globalThis.fetch;
    readonly log: Logger;
  },
  password: string,
  account: Parameters<typeof toPasswordContext>[1],
): Promise<void> {
  const { settings, fetch, log } = parts;
  const weaknesses = findWeaknesses(password, toPasswordContext(settings, account));
  const base = settings.leakedPasswordsBase;
  const isKnownWeak = weaknesses.includes(WELL_KNOWN);
  const isAsked = base !== null && !isKnownWeak;
  const leaked = isAsked && (await isLeaked(password, { base, fetch, log })) ? [WELL_KNOWN] : [];
  refuseWeak([...weaknesses, ...leaked]);
}
