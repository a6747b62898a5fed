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

/** A mail server on a port of its own that keeps what it gets, or refuses every recipient. */
export async function startMailServer(refuseWith?: number): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // Where no name server answers, each connection would wait for it.
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_, __, callback) {
      if (refuseWith === undefined) callback();
      else callback(Object.assign(new Error("no"), { responseCode: refuseWith }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
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
