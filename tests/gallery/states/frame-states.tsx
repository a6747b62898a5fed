import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";
import { AppError } from "#shared/errors.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { PROBE_PATH } from "#shared/site/offline-shell.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { giveNavigator } from "#tests/gallery/give-navigator.ts";
import { unreachable } from "#tests/support/fake-server.ts";
import { BottomBar } from "#web/app/layout/layout.tsx";
import { Footer } from "#web/app/layout/footer.tsx";
import { Header } from "#web/app/layout/header.tsx";

/** Throws during render. */
function Broken({ error }: { error: Error }): never {
  throw error;
}

function broken(error: Error): GalleryState {
  return {
    show: () => <Broken error={error} />,
    isLogged: true,
    act: ({ screen }) => screen.findByRole("alert"),
  };
}

const unanswered: GalleryState = {
  ...broken(new AppError("network", 0, "No answer")),
  serve: (server) => server.answer(`HEAD ${PROBE_PATH}`, unreachable),
};

/** The layout around every page, and the error screen. */
export const STATES: GalleryStates = {
  header: { at: "/live-tv", show: () => <Header /> },
  menu: {
    show: () => <Header />,
    act: async ({ user, screen, language }) => {
      const { openMenu, closeMenu } = CATALOGUE[language].shell;
      const opener = screen.queryByRole("button", { name: openMenu });
      // Wide windows show the whole menu and have no such button.
      if (!opener) return;
      await user.click(opener);
      await screen.findByRole("button", { name: closeMenu });
      // The menu's code loads when it opens.
      await screen.findByRole("link", { name: readingLinkMessages[language].plans });
    },
  },
  "more-links": {
    show: () => <Header />,
    act: async ({ user, screen, language }) => {
      const { more } = CATALOGUE[language].shell;
      const opener = screen.queryByRole("button", { name: more });
      // Only windows between small and wide ones have it.
      if (opener) await user.click(opener);
    },
  },
  footer: { show: () => <Footer /> },
  "bottom-bar": { at: "/live-tv", show: () => <BottomBar /> },
  "error-unexpected": broken(new Error("")),
  "error-told": broken(new AppError("upstream_failed", 503, "The list could not be read: 503.")),
  "error-offline": {
    ...unanswered,
    prepare: () => giveNavigator("onLine", false),
    act: ({ screen, language }) => screen.findByText(CATALOGUE[language].errors.offline),
  },
  "error-server-away": {
    ...unanswered,
    prepare: () => giveNavigator("onLine", true),
    act: ({ screen, language }) => screen.findByText(CATALOGUE[language].errors.server),
  },
};
