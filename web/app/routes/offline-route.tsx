import { offlinePageMessages } from "#shared/messages/offline-page.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { OfflinePage } from "#web/features/offline/offline-page.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(offlinePageMessages);
  return (
    <>
      <PageHead title={texts.title} description={texts.description} isHidden />
      <OfflinePage />
    </>
  );
}
