import { DEFAULT_LANGUAGE, localisedPath } from "#shared/languages.ts";
import { monthOf } from "#shared/device/data-usage.domain.ts";
import { notificationMessages } from "#shared/messages/notifications.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { giveNavigator } from "#tests/gallery/give-navigator.ts";
import { DataSaverSwitch } from "#web/features/data-saver/data-saver-switch.tsx";
import { DataPanel } from "#web/features/data-saver/data-panel.tsx";
import { InstallCard } from "#web/features/install/install-card.tsx";
import { ManualInstallDialog } from "#web/features/install/manual-install-dialog.tsx";
import { TvBanner } from "#web/features/install/tv-banner.tsx";
import { PlanReminder } from "#web/features/notifications/plan-reminder.tsx";
import { RemindersPanel } from "#web/features/notifications/reminders-panel.tsx";
import { LanguagePrompt } from "#web/app/layout/deferred.tsx";
import { offlinePageMessages } from "#shared/messages/offline-page.ts";
import { unreachable } from "#tests/support/fake-server.ts";
import { OfflinePage } from "#web/features/offline/offline-page.tsx";
import { OfflineBanner } from "#web/features/offline/offline-banner.tsx";
import { ConsentChoices, StoredTable } from "#web/app/routes/privacy-policy-route.tsx";
import { ThemeToggle } from "#web/app/layout/header-controls.tsx";

const nothing = (): void => undefined;

/** Removes PushManager from the browser. @returns a function that restores it */
function takePushManager(): () => void {
  const { PushManager } = window;
  Reflect.deleteProperty(window, "PushManager");
  return () => void Object.assign(window, { PushManager });
}

const reminders: GalleryState = {
  show: () => (
    <div className="page max-w-lg py-6">
      <RemindersPanel />
    </div>
  ),
};

const planReminder: GalleryState = {
  site: () => ({ hasWorker: true, hasReminders: true }),
  show: () => (
    <div className="page max-w-lg py-6">
      <PlanReminder need="today" />
    </div>
  ),
};

const consents: GalleryState = {
  show: () => (
    <div className="page py-6">
      <ConsentChoices />
    </div>
  ),
};

const dataPanel: GalleryState = {
  show: () => (
    <div className="page py-6">
      <DataPanel />
    </div>
  ),
};

/** Features of the device: install, reminders, connection, preferences. */
export const STATES: GalleryStates = {
  "install-card": {
    stored: { firstVisit: 1 },
    show: () => <InstallCard isHidden={false} />,
    act: ({ screen }) => {
      window.dispatchEvent(new Event("scrollend"));
      return screen.findByRole("region");
    },
  },
  "install-by-hand": { show: () => <ManualInstallDialog onClose={nothing} /> },
  "television-banner": {
    show: () => (
      <div className="page">
        <TvBanner userAgent="Roku/DVP-9.10" />
      </div>
    ),
  },
  "language-offer": {
    site: () => ({ language: DEFAULT_LANGUAGE }),
    show: () => <LanguagePrompt offered="fr" pathIn={(language) => localisedPath("/", language)} />,
  },
  "offline-banner": {
    prepare: () => giveNavigator("onLine", false),
    show: () => <OfflineBanner />,
  },
  "offline-page": {
    at: "/offline",
    serve: (server) => server.answer("GET /api/bible/v1/versions", unreachable),
    show: () => <OfflinePage />,
    act: ({ screen, language }) => screen.findByText(offlinePageMessages[language].noBible),
  },
  "reminders-refused": {
    ...reminders,
    prepare: () => {
      const requestPermission = Notification.requestPermission.bind(Notification);
      Object.assign(Notification, { requestPermission: () => Promise.resolve("denied") });
      const restore = giveNavigator("serviceWorker", {
        getRegistration: () => Promise.resolve(undefined),
      });
      return () => {
        Object.assign(Notification, { requestPermission });
        restore();
      };
    },
    act: async ({ user, screen, language }) => {
      const { panel } = notificationMessages[language];
      const [first] = await screen.findAllByRole("checkbox");
      if (first) await user.click(first);
      await screen.findByText(panel.blocked);
    },
  },
  "reminders-unsupported": {
    ...reminders,
    prepare: takePushManager,
  },
  "plan-reminder": {
    ...planReminder,
    prepare: () =>
      giveNavigator("serviceWorker", { getRegistration: () => Promise.resolve(undefined) }),
  },
  "plan-reminder-unsupported": {
    ...planReminder,
    prepare: takePushManager,
  },
  switches: {
    stored: { dataSaver: "on" },
    show: () => (
      <div className="page flex items-center gap-6 py-6">
        <ThemeToggle />
        <DataSaverSwitch />
      </div>
    ),
  },
  "data-panel": dataPanel,
  "data-panel-used": {
    ...dataPanel,
    stored: {
      dataSaver: "on",
      dataLimitMb: 50,
      dataUse: { [monthOf(new Date())]: 1_240_000_000 },
    },
  },
  "consents-none": consents,
  "consents-given": {
    ...consents,
    stored: { playerConsents: ["www.youtube-nocookie.com", "player.a-long-provider.example.org"] },
  },
  "stored-values": {
    show: () => (
      <div className="page py-6">
        <StoredTable />
      </div>
    ),
  },
};
