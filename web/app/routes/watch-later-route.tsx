import { laterMessages } from "#shared/messages/videos/later.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { WatchLaterPage } from "#web/features/history/watch-later-page.tsx";
import { useTexts } from "#web/lib/site.ts";

/** Saved videos and playback positions. */
export function Component() {
  const texts = useTexts(laterMessages);
  return (
    <>
      <PageHead title={texts.title} description={texts.description} isHidden />
      <WatchLaterPage />
    </>
  );
}
