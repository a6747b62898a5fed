import webPush from "web-push";
import { z } from "zod";
import { loadSecretText, type SecretStore, unusable } from "#server/kit/files/secret-store.ts";
import { parseJson } from "#server/kit/parse-json.ts";

const keysSchema = z.object({ publicKey: z.string().min(80), privateKey: z.string().min(40) });

/** The key pair by which push services know this site (RFC 8292); base64url. */
export type PushKeys = z.infer<typeof keysSchema>;

/**
 * Reads the site's push keys, made at first start. New keys would end every subscription.
 *
 * @throws StartError when what is kept holds no keys or others may read it.
 */
export async function loadPushKeys(secrets: SecretStore): Promise<PushKeys> {
  const text = await loadSecretText(secrets, "vapid", () =>
    JSON.stringify(webPush.generateVAPIDKeys()),
  );
  const keys = keysSchema.safeParse(parseJson(text));
  if (keys.success) return keys.data;
  throw unusable(secrets, "vapid", "damaged");
}
