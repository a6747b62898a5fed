import { randomUUID } from "node:crypto";
import { verifySmtp, openObjectStore } from "@reign-tv/backend/operations";
import type { S3Settings } from "@reign-tv/kit/s3/s3-client.ts";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import type { CheckResult } from "./check-result.ts";
import { storeHint, withProbeFile } from "./probe-store.ts";

/**
 * Signs in to the mail server and names the sender, but sends nothing.
 *
 * @param smtpUrl undefined: mails become files.
 * @param sender null: unknown, so that none is named.
 */
export async function checkMail(
  smtpUrl: string | undefined,
  sender: string | null,
): Promise<CheckResult> {
  const topic = "mail";
  if (smtpUrl === undefined) {
    const text =
      "no mail server is set: emails are written to DATA_DIR/mail and nobody receives them";
    const hint = "Set SMTP_URL=smtps://user:password@host to send them.";
    return { topic, status: "look", text, hint };
  }
  const { hostname } = new URL(smtpUrl);
  try {
    await verifySmtp(smtpUrl, sender);
    return { topic, status: "ok", text: `${hostname} accepts the login and lets the server send` };
  } catch (error) {
    const [text, hint] = describeMailError(hostname, error);
    return { topic, status: "problem", text, hint };
  }
}

function describeMailError(hostname: string, error: unknown): [text: string, hint: string] {
  const code = errorCode(error) ?? "no reason";
  if (code === "EAUTH") {
    return [
      `${hostname} rejects the user or password (${code})`,
      "Check both in SMTP_URL (write @ and : in the password as %40 and %3A). Many providers require an app password.",
    ];
  }
  if (code === "EENVELOPE") {
    return [
      `${hostname} refuses the sender (${code})`,
      "Set MAIL_FROM to an address the account in SMTP_URL may send from, and add the user and password to SMTP_URL if they are missing.",
    ];
  }
  return [
    `${hostname} cannot be reached (${code})`,
    "Check the host and port: smtps:// with 465, smtp:// with 587. Many hosting companies block port 25; ask yours.",
  ];
}

/** Stores a small file in the bucket of uploaded files, reads it and removes it. */
export async function checkStore({
  dataDir,
  s3,
}: {
  readonly dataDir: string;
  /** Null: uploaded files are in DATA_DIR. */
  readonly s3: S3Settings | null;
}): Promise<CheckResult> {
  const topic = "store";
  if (s3 === null) {
    return { topic, status: "ok", text: "uploaded files are kept in DATA_DIR/storage" };
  }
  try {
    await withProbeFile(async ({ path, bytes, sha256, text }) => {
      const store = openObjectStore({ dataDir, s3 });
      const version = randomUUID();
      await store.put(version, { path, size: bytes, sha256 });
      const stream = await store.open(version, null);
      const read = stream === null ? "" : await new Response(stream).text();
      await store.remove([version]);
      if (read !== text) throw new Error("the file read back differs from the file written");
    });
    return {
      topic,
      status: "ok",
      text: `${s3.bucket}: writing, reading and deleting a file works`,
    };
  } catch (error) {
    const reason = deepestReason(error);
    const text = `${s3.bucket} fails: ${reason}`;
    return { topic, status: "problem", text, hint: storeHint(reason, "S3_") };
  }
}

/** The store's own message, which visitors never see. */
function deepestReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? deepestReason(error.cause) : error.message;
}
