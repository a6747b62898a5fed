import * as v from "valibot";

/** Answer of `GET /api/devotionals/{language}/today`: what Home says of the day's devotional. */
export const todaysDevotionalSchema = v.object({ title: v.string(), verse: v.string() });

export type TodaysDevotional = v.InferOutput<typeof todaysDevotionalSchema>;
