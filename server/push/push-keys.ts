import webPush from "web-push";
import { z } from "zod";
import { loadSecretText, type SecretStore, unusable } from "#server/kit/files/secret-store.ts";
import { parseJson } from "#server/kit/parse-json.ts";

const keysSchema = z.object({ publicKey: z.string().min(80), privateKey: z.string().min(40) });

/** VAPID key pair of this site (RFC 8292); base64url. */
export type PushKeys = z.infer<typeof keysSchema>;

/**
 * Loads the site's push keys, created at first start. New keys would end every subscription.
 *
 * @throws StartError when the stored keys are damaged or readable by others.
 */
export async function loadPushKeys(secrets: SecretStore): Promise<PushKeys> {
  const text = await loadSecretText(secrets, "vapid", () =>
    JSON.stringify(webPush.generateVAPIDKeys()),
  );
  const keys = keysSchema.safeParse(parseJson(text));
  if (keys.success) return keys.data;
  throw unusable(secrets, "vapid", "damaged");
}
