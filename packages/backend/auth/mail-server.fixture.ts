import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type Received = {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
};

export type MailServer = {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
};

/** The command that the mail server rejects. */
type RejectedCommand = "greeting" | "sign-in" | "sender" | "recipient" | "content";

/** Starts a mail server that stores mails, or rejects a command with a code. */
export async function startMailServer(
  rejectWith?: number,
  rejectedAt: RejectedCommand = "recipient",
  message = "no",
): Promise<MailServer> {
  const received: Received[] = [];
  const answer = (at: RejectedCommand): Error | undefined =>
    rejectWith === undefined || at !== rejectedAt
      ? undefined
      : Object.assign(new Error(message), { responseCode: rejectWith });
  const server = new SMTPServer({
    authOptional: true,
    // Without a name server each connection would wait for a timeout.
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onConnect: (_, callback) => callback(answer("greeting")),
    onAuth: ({ username }, _, callback) => callback(answer("sign-in"), { user: username }),
    onMailFrom: (_, __, callback) => callback(answer("sender")),
    onRcptTo: (_, __, callback) => callback(answer("recipient")),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const rejection = answer("content");
        if (rejection) return callback(rejection);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString("utf8"),
        });
        callback();
      });
    },
  });
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const listener = server.listen(0, "127.0.0.1", () => {
      const bound = listener.address();
      if (bound !== null && typeof bound === "object") resolve(bound);
    });
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
