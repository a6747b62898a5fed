import { offlinePageMessages } from "#shared/messages/offline-page.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { useWatchTracking } from "#web/app/use-watch-tracking.ts";
import { OfflinePage } from "#web/features/offline/offline-page.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(offlinePageMessages);
  const follow = useWatchTracking();
  return (
    <>
      <PageHead title={texts.title} description={texts.description} isHidden />
      <OfflinePage
        onPlaying={({ video, category }, message) =>
          follow({ ...video, description: "" }, category)(message)
        }
      />
    </>
  );
}
