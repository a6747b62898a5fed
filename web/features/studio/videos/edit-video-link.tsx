import { videosMessages } from "#shared/messages/studio/videos.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";

type EditVideoLinkProps = {
  categoryId: string;
  video: { id: string; title: string };
};

/** Link to the details of a video. */
export function EditVideoLink({ categoryId, video }: EditVideoLinkProps) {
  const texts = useTexts(videosMessages);
  return (
    <Link
      to={`/studio/videos/${categoryId}?video=${encodeURIComponent(video.id)}`}
      aria-label={texts.editOf(video.title)}
      className={buttonStyle("outline")}
    >
      {texts.edit}
    </Link>
  );
}
