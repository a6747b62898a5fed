import { addToCappedFolder } from "#server/kit/files/capped-folder.ts";
import type { SmsTransport } from "./sms-outbox.ts";

/** Messages kept in the folder; the oldest go first. */
const MESSAGES_KEPT = 500;

/**
 * Without a telephone company a message becomes a file of `DATA_DIR/sms` that the operator alone may
 * read, and its path is printed as one plain line, outside the log.
 */
export function createSmsFolder(options: {
  /** Absolute path of the folder. */
  readonly folder: string;
  readonly now: () => number;
  /** Shows one line to the operator. */
  readonly print: (line: string) => void;
}): SmsTransport {
  const { folder, now, print } = options;
  return {
    async deliver({ to, text, channel }) {
      const path = await addToCappedFolder({
        folder,
        date: new Date(now()),
        kind: channel,
        ending: ".txt",
        text: `To: +${to}\n\n${text}\n`,
        kept: MESSAGES_KEPT,
      });
      print(`Message in ${path}`);
    },
  };
}
