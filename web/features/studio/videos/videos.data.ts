import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { categoryFactsIn, categoryWords } from "#shared/videos/category-words.ts";
import { documentsQuery } from "#web/features/studio/kit/documents.data.ts";
import { fileDefaultsQuery } from "#web/features/studio/kit/file-defaults.data.ts";
import { bothQueries, type ReadQuery } from "#web/features/studio/kit/read-query.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useSite } from "#web/lib/site.ts";
import { type ListedCategory, listCategories } from "./category-list.domain.ts";
import * as v from "valibot";
import { type PlaylistVideos, playlistVideosSchema } from "#shared/contracts/playlist-videos.ts";
import type { Api } from "#web/lib/http/http.ts";

/** Query of all categories with their published documents. */
export function useCategories(): ReadQuery<readonly ListedCategory[]> {
  const { api } = useSite();
  const open = useClient();
  const documents = useQuery(documentsQuery(open, "category"));
  return bothQueries(useQuery(fileDefaultsQuery(api, open)), documents, listCategories);
}

/** Returns the name of a category in the page's language. */
export function useNameOf(): (category: Pick<ListedCategory, "id" | "facts">) => string {
  const { language } = useSite();
  return ({ id, facts }) => categoryWords(id, categoryFactsIn(facts, language), language).title;
}

const FUNCTION_NAME = "youtube-playlist-videos";

/** Query of a playlist as visitors see it, with the time it was fetched. */
export function listQuery(api: Api, playlistId: string): UseQueryOptions<PlaylistVideos> {
  return {
    queryKey: ["studio", "videos", playlistId],
    retry: false,
    queryFn: async ({ signal }) =>
      v.parse(playlistVideosSchema, await api.read(FUNCTION_NAME, { playlistId }, signal)),
  };
}

/**
 * Asks the server to fetch a playlist from its source. Within a minute the server may return the
 * known one. @throws AppError when the list is unknown or the server cannot be reached.
 */
export async function readListNow(api: Api, playlistId: string): Promise<PlaylistVideos> {
  return v.parse(
    playlistVideosSchema,
    await api.invoke(FUNCTION_NAME, { playlistId, refresh: true }),
  );
}
