import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import type { TestBackend } from "#backend/testing/test-backend.ts";

/** A delivery takes milliseconds, but a busy test machine may need longer. */
const MAIL_TIMEOUT_MS = 10_000;

/** A mail in the mailbox folder. */
export type SentMail = {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  /** Six digits; "" without a code. */
  readonly code: string;
  readonly link: URL | null;
};

/** Reads all mails to an email address, oldest first. */
export function mailsTo({ mailDir }: TestBackend, address: string): SentMail[] {
  if (!existsSync(mailDir)) return [];
  return readdirSync(mailDir)
    .toSorted()
    .map((name) => ({ name, raw: readFileSync(join(mailDir, name), "utf8") }))
    .filter(({ raw }) => raw.includes(`\r\nTo: ${address}\r\n`))
    .map(({ name, raw }) => parseMail(name, raw));
}

/** Waits for `count` mails to an email address and returns the newest. */
export async function newestMail(
  backend: TestBackend,
  address: string,
  count = 1,
): Promise<SentMail> {
  return vi.waitFor(
    () => {
      const mails = mailsTo(backend, address);
      const newest = mails.at(-1);
      if (mails.length !== count || newest === undefined) {
        throw new Error(`${mails.length} mails instead of ${count}`);
      }
      return newest;
    },
    { timeout: MAIL_TIMEOUT_MS },
  );
}

/** Request headers of a browser that opens a page for its user. */
export const PERSON = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "sec-fetch-site": "none",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

/** Follows a link like a browser. Returns the redirect target and the values in its fragment. */
export async function followLink(
  link: URL | null,
): Promise<{ readonly address: URL; readonly fragment: Record<string, string> }> {
  const reply = await fetch(link ?? "", { headers: PERSON, redirect: "manual" });
  if (reply.status !== 303) throw new Error(`${reply.status} instead of a redirect`);
  const address = new URL(reply.headers.get("location") ?? "");
  return { address, fragment: Object.fromEntries(new URLSearchParams(address.hash.slice(1))) };
}

function parseMail(name: string, raw: string): SentMail {
  const [head = "", ...body] = raw.split("\r\n\r\n");
  const text = body.join("\n\n");
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  return {
    kind: /Z-(\w+)-[0-9a-f]{8}\.eml$/.exec(name)?.[1] ?? "",
    subject: /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? "",
    text,
    code: /\b\d{6}\b/.exec(text.replaceAll(/https?:\S+/g, ""))?.[0] ?? "",
    link: link === undefined ? null : new URL(link),
  };
}
