import * as v from "valibot";

/** Response of `GET /api/devotionals/{language}/today`. Its own file: Home loads it on the first page. */
export const todaysDevotionalSchema = v.object({ title: v.string(), verse: v.string() });

export type TodaysDevotional = v.InferOutput<typeof todaysDevotionalSchema>;
