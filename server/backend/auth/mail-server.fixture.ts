import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail as the server got it. */
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

/** Where a mail server says no. */
type Refusing = "greeting" | "sign-in" | "sender" | "recipient" | "content";

/** A mail server on a port of its own that keeps what it gets, or refuses with a code, recipients unless said. */
export async function startMailServer(
  refuseWith?: number,
  refusing: Refusing = "recipient",
  words = "no",
): Promise<MailServer> {
  const received: Received[] = [];
  const answer = (at: Refusing): Error | undefined =>
    refuseWith === undefined || at !== refusing
      ? undefined
      : Object.assign(new Error(words), { responseCode: refuseWith });
  const server = new SMTPServer({
    authOptional: true,
    // Where no name server answers, each connection would wait for it.
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
