import { podcastMessages } from "#shared/messages/podcasts.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { PodcastsPage } from "#web/features/podcasts/podcasts-page.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const texts = useTexts(podcastMessages);
  return (
    <>
      <PageHead title={texts.title} description={texts.description} />
      <PodcastsPage />
    </>
  );
}
