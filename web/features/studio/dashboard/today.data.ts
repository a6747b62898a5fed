import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { dayAfter } from "#shared/devotional/devotional-date.ts";
import { assertAnswered } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { DAYS_AHEAD } from "./missing-days.domain.ts";

const writtenSchema = z.array(z.object({ date: z.string(), language: z.string() }));

type WrittenDay = z.infer<typeof writtenSchema>[number];
type WrittenKey = ["studio", "written-days", string];

/** For which of the next days a devotional is published, or will be by itself. */
export function writtenDaysQuery(
  open: OpenClient,
  first: string,
): UseQueryOptions<WrittenDay[], Error, WrittenDay[], WrittenKey> {
  const queryKey: WrittenKey = ["studio", "written-days", first];
  return queryOptions({
    queryKey,
    async queryFn({ signal }) {
      const answer = await open()
        .from("devotionals")
        .select("date,language")
        .eq("status", "published")
        .gte("date", first)
        .lt("date", dayAfter(first, DAYS_AHEAD))
        .abortSignal(signal)
        .retry(false);
      assertAnswered(answer);
      return writtenSchema.parse(answer.data);
    },
  });
}
