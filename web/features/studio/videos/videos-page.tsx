import { useLocation } from "react-router";
import { StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useSubpath } from "#web/features/studio/kit/studio-context.ts";
import { CategoryList } from "./category-list.tsx";
import { CategoryEditor } from "./category-editor.tsx";
import { useCategories } from "./videos.data.ts";
import { VideoEditor } from "./video-editor.tsx";

/** Categories of videos, and the pages of one category or one video. */
export function VideosPage() {
  const [id] = useSubpath();
  const videoId = new URLSearchParams(useLocation().search).get("video");
  return (
    <StudioQuery query={useCategories()}>
      {(categories) => {
        const category = categories.find((one) => one.id === id);
        if (category === undefined) return <CategoryList categories={categories} />;
        const known = { category, categories };
        if (videoId !== null) return <VideoEditor key={videoId} id={videoId} {...known} />;
        return <CategoryEditor key={category.id} {...known} />;
      }}
    </StudioQuery>
  );
}
