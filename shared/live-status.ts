import * as z from "zod/mini";

/**
 * Answer of `GET /api/live`: what every open tab asks for (platform reference, section 4). `live`:
 * on air now; `rerun`: the channel that never ends; `scheduled`, `offline`: nothing to see yet or at
 * all; `unknown`: the source does not tell (badge without pulse).
 */
export const liveStatusSchema = z.object({
  v: z.literal(1),
  /** Server time; with the Age header it corrects wrong clocks of devices. ISO 8601. */
  now: z.string(),
  /** How often an open tab should ask; add some jitter. */
  pollSeconds: z.number(),
  channels: z.array(
    z.object({
      id: z.string(),
      state: z.enum(["live", "rerun", "scheduled", "offline", "unknown"]),
      /** Start of what is on; ISO 8601. */
      since: z.nullable(z.string()),
      /** Title of what is on. */
      title: z.nullable(z.string()),
    }),
  ),
  /** The service that runs now or comes next; ISO 8601 and the zone of the ministry. */
  next: z.nullable(
    z.object({ id: z.string(), start: z.string(), minutes: z.number(), zone: z.string() }),
  ),
});

export type LiveStatus = z.infer<typeof liveStatusSchema>;
