import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";

/** A received message. */
export type SentMessage = { readonly to: string; readonly from: string; readonly text: string };

/** A fake of Twilio's API that sends nothing. */
export type FakeTwilio = {
  readonly base: string;
  readonly messages: SentMessage[];
  /** Status of all further responses. */
  answerWith(status: number): void;
  /** Waits for `count` messages to a number and returns the code in the newest. */
  newestCode(phone: string, count?: number): Promise<string>;
  close(): Promise<void>;
};

export const FAKE_ACCOUNT = { accountSid: "AC123", authToken: "token-of-the-account" };

export async function startFakeTwilio(): Promise<FakeTwilio> {
  const messages: SentMessage[] = [];
  let status = 201;
  const { accountSid, authToken } = FAKE_ACCOUNT;
  const credentials = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const isRight =
        request.method === "POST" &&
        request.url === `/2010-04-01/Accounts/${accountSid}/Messages.json` &&
        request.headers.authorization === credentials;
      const form = new URLSearchParams(body);
      const [to, from, text] = [form.get("To"), form.get("From"), form.get("Body")];
      if (isRight && status === 201)
        messages.push({ to: to ?? "", from: from ?? "", text: text ?? "" });
      response.writeHead(isRight ? status : 401, { "content-type": "application/json" });
      response.end(JSON.stringify({ sid: "SM1", status: "queued" }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${portOf(server.address())}`,
    messages,
    answerWith(next) {
      status = next;
    },
    newestCode: (phone, count = 1) =>
      vi.waitFor(
        () => {
          const sent = messages.filter(({ to }) => to.endsWith(`+${phone}`));
          if (sent.length !== count) throw new Error(`${sent.length} messages instead of ${count}`);
          return /\b\d{6}\b/.exec(sent.at(-1)?.text ?? "")?.[0] ?? "";
        },
        { timeout: 10_000 },
      ),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
