import { z } from "zod";

/** A process asks what something is in each of them, or is asked for its own part. */
export const questionSchema = z.object({ question: z.string(), id: z.string() });

/** One process's part, for the first one. */
export const partSchema = z.object({ partOf: z.string(), part: z.unknown() });

/** The parts of all, for the process that asked. */
export const partsSchema = z.object({ partsOf: z.string(), parts: z.array(z.unknown()) });

/** What a process says of itself when it is asked, by question. */
export type OwnParts = ReadonlyMap<string, () => Promise<unknown>>;
