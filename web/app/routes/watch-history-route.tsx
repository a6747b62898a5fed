import { watchMessages } from "#shared/messages/videos/watch.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { WatchHistoryPage } from "#web/features/history/watch-history-page.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(watchMessages);
  return (
    <>
      <PageHead title={texts.title} description={texts.description} isHidden />
      <WatchHistoryPage />
    </>
  );
}
