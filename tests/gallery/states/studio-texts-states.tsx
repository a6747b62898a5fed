import { bibleTextsMessages } from "#shared/messages/studio/bible-texts.ts";
import { OFFERED_TEXTS_PATH, type StudioTexts, TEXTS_PATH } from "#shared/studio/bible-texts.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { OFFERED_TEXTS, STUDIO_TEXTS } from "#tests/support/studio-texts.ts";
import { BibleTextsPage } from "#web/features/studio/bible-texts/bible-texts-page.tsx";

function page(texts: StudioTexts, offeredStatus = 200): GalleryState {
  return {
    at: "/studio/bible-texts",
    show: () => (
      <InStudio>
        <BibleTextsPage />
      </InStudio>
    ),
    member: MEMBER,
    serve(server) {
      server.answer(`GET ${TEXTS_PATH}`, () => json(texts));
      server.answer(`GET ${OFFERED_TEXTS_PATH}`, () =>
        offeredStatus === 200 ? json(OFFERED_TEXTS) : json({ error: "No answer" }, offeredStatus),
      );
    },
    act: ({ screen, language }) =>
      screen.findByRole("heading", { name: bibleTextsMessages[language].offered.title }),
  };
}

/** Free Bible texts of a site. */
export const STATES: GalleryStates = {
  "here-coming-and-offered": page(STUDIO_TEXTS),
  "removing-a-configured-text": {
    ...page(STUDIO_TEXTS),
    async act({ user, screen, language }) {
      const { here } = bibleTextsMessages[language];
      await user.click(
        await screen.findByRole("button", { name: here.remove("Louis Segond 1910") }),
      );
      await screen.findByText(here.comesBack, { collapseWhitespace: false });
    },
  },
  "none-and-no-service": page({ here: [], coming: [] }, 502),
};
