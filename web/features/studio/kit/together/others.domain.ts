import { z } from "zod";
import { plainValue } from "#web/features/studio/kit/plain-text.domain.ts";

/** Without a word for so long, somebody has left. */
export const SILENT_AFTER_MS = 45_000;

/** Names are cut to this length: nobody fills the others' page. */
const NAME_MAX = 80;

/** What a helper's page says every few seconds. */
export type Beat = {
  /** Whose account it is: one's own other tabs are nobody else. */
  userId: string;
  name: string;
  /** By the sender's clock, ISO instant. */
  at: string;
  /** It has just come, and would like to hear who is here. */
  isNew: boolean;
};

const beatSchema: z.ZodType<Beat> = z.object({
  userId: z.uuid(),
  name: z
    .string()
    .transform((name) => String(plainValue(name)).trim().slice(0, NAME_MAX))
    .pipe(z.string().min(1)),
  at: z.iso.datetime(),
  isNew: z.boolean(),
});

/** Somebody who has the same document open; `heardMs` by this device's clock. */
export type Other = { userId: string; name: string; heardMs: number };

/** Reads what came on the topic; null for what is no beat, and for one's own other tabs. */
export function readBeat(payload: unknown, ownId: string): Beat | null {
  const read = beatSchema.safeParse(payload);
  return read.success && read.data.userId !== ownId ? read.data : null;
}

/** Those who are here, with whoever was heard now. They stay in the order in which they came. */
export function withBeat(
  others: readonly Other[],
  { userId, name }: Beat,
  nowMs: number,
): readonly Other[] {
  const heard = { userId, name, heardMs: nowMs };
  const isKnown = others.some((other) => other.userId === userId);
  return isKnown
    ? others.map((other) => (other.userId === userId ? heard : other))
    : [...others, heard];
}

/** Those of whom something was heard lately; the same list where nobody has left. */
export function stillHere(others: readonly Other[], nowMs: number): readonly Other[] {
  const here = others.filter(({ heardMs }) => nowMs - heardMs < SILENT_AFTER_MS);
  return here.length === others.length ? others : here;
}
