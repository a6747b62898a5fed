import webPush from "web-push";
import { z } from "zod";
import { loadSecretFile } from "#server/backend/secret-file.ts";
import { StartError } from "#server/base/start-error.ts";

const keysSchema = z.object({ publicKey: z.string().min(80), privateKey: z.string().min(40) });

/** The key pair by which push services know this site (RFC 8292); base64url. */
export type PushKeys = z.infer<typeof keysSchema>;

const FILE_NAME = "vapid";

/**
 * Reads the site's push keys, made at first start. New keys would end every subscription.
 *
 * @throws StartError when the file holds no keys or others may read it.
 */
export function loadPushKeys(dataDir: string): PushKeys {
  const text = loadSecretFile(dataDir, FILE_NAME, () =>
    JSON.stringify(webPush.generateVAPIDKeys()),
  );
  const keys = keysSchema.safeParse(parseJson(text));
  if (keys.success) return keys.data;
  throw new StartError(
    `DATA_DIR/secrets/${FILE_NAME} holds no push keys: restore it, or delete it to have new ones made (every visitor then has to ask for reminders again).`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
