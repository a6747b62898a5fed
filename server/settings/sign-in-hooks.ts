import { z } from "zod";
import { HOOK_NAMES, type HookName, type HookSettings } from "#server/backend/sign-in-settings.ts";
import { parseJson } from "#server/kit/parse-json.ts";
import { isSecureUrl } from "#server/backend/auth/protocol/is-secure-url.ts";

const SQL_URI = /^pg-functions:\/\/postgres\/[a-z_][a-z0-9_]*\/[a-z_][a-z0-9_]*$/;
/** As the dashboard shows it; several are parted by "|" while one replaces another. */
const SECRETS = /^v1,whsec_[A-Za-z0-9+/]+={0,2}(?:\|v1,whsec_[A-Za-z0-9+/]+={0,2})*$/;

const hookSchema = z.strictObject({
  uri: z.string().refine(isHookUri, {
    error: "must be https://... or pg-functions://postgres/schema/function",
  }),
  secret: z.string().regex(SECRETS, "must be v1,whsec_ and base 64").optional(),
});
const hooksSchema = z.partialRecord(z.enum(HOOK_NAMES), hookSchema);

/** The hooks of a JSON text, by event; else what is wrong with it. */
export function parseHooks(text: string): Map<HookName, HookSettings> | string {
  const result = hooksSchema.safeParse(parseJson(text));
  if (!result.success) {
    const [issue] = result.error.issues;
    return `must be JSON such as {"send_sms":{"uri":"https://...","secret":"v1,whsec_..."}} (${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""})`;
  }
  const hooks = new Map<HookName, HookSettings>();
  for (const name of HOOK_NAMES) {
    const hook = result.data[name];
    if (hook === undefined) continue;
    const isSigned = hook.secret !== undefined || SQL_URI.test(hook.uri);
    if (!isSigned) return `${name} needs its secret`;
    const secrets = hook.secret?.split("|").map((secret) => secret.replace(/^v1,/, "")) ?? [];
    hooks.set(name, { uri: hook.uri, secrets });
  }
  return hooks;
}

function isHookUri(text: string): boolean {
  if (SQL_URI.test(text)) return true;
  const url = URL.parse(text);
  return url !== null && isSecureUrl(url);
}
