import { useQuery } from "@tanstack/react-query";
import { videosMessages } from "#shared/messages/studio/videos.ts";
import { videoBody } from "#shared/studio/kinds/video.ts";
import { documentsQuery } from "#web/features/studio/kit/documents.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { usePublishAction } from "#web/features/studio/kit/use-publish-action.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

/** Videos that no list shows; each can be shown again. */
export function HiddenVideos() {
  const { language } = useSite();
  const texts = useTexts(videosMessages);
  const publish = usePublishAction();
  const { data = [] } = useQuery(documentsQuery(useClient(), "video"));
  const hidden = data.flatMap((document) => {
    const { success, data: body } = videoBody.safeParse(document.body);
    if (!success || body.isHidden !== true) return [];
    return [{ ...document, name: body.title?.[language] ?? body.sourceTitle ?? document.id }];
  });
  if (hidden.length === 0) return null;
  return (
    <StudioCard title={texts.hiddenVideos}>
      <ul className="ruled">
        {hidden.map(({ id, version, name }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <p className="min-w-0 font-medium wrap-anywhere">{name}</p>
            <button
              type="button"
              aria-label={texts.showOf(name)}
              onClick={() =>
                void publish({
                  kind: "video",
                  id,
                  changes: { isHidden: false },
                  baseVersion: version,
                  summary: texts.summary.shown(name),
                  done: texts.done.shown(name),
                })
              }
              className={buttonStyle("outline")}
            >
              {texts.show}
            </button>
          </li>
        ))}
      </ul>
    </StudioCard>
  );
}
