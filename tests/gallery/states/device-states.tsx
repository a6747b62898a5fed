import { DEFAULT_LANGUAGE } from "#shared/languages.ts";
import { monthOf } from "#shared/device/data-usage.domain.ts";
import { notificationMessages } from "#shared/messages/notifications.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { giveNavigator, giveWorkers } from "#tests/gallery/give-navigator.ts";
import { DataSaverSwitch } from "#web/features/data-saver/data-saver-switch.tsx";
import { DataPanel } from "#web/features/data-saver/data-panel.tsx";
import { InstallCard } from "#web/features/install/install-card.tsx";
import { ManualInstallDialog } from "#web/features/install/manual-install-dialog.tsx";
import { TvBanner } from "#web/features/install/tv-banner.tsx";
import { PlanReminder } from "#web/features/notifications/plan-reminder.tsx";
import { RemindersPanel } from "#web/features/notifications/reminders-panel.tsx";
import { LanguagePrompt } from "#web/app/layout/deferred.tsx";
import { createDeviceStore } from "#shared/device/indexed-db-store.ts";
import { itemKey, KEPT_MEDIA_STORE, partKey } from "#shared/media/kept-media.ts";
import { keptItem } from "#shared/media/kept-media.fixture.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { openKeptMedia } from "#web/base/kept/open-kept-media.ts";
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

/** Puts a sound, a picture and a paused download on the device. */
async function keepMedia(): Promise<void> {
  const sound = keptItem({ state: "kept", bytes: 434_563, speaker: "Pastor Moyo" });
  const picture = keptItem({
    url: "/media/clips/clip-one.tiny.mp4?v=1",
    kind: "picture",
    state: "kept",
    bytes: 61_000_000,
    deleteAfterListening: true,
    video: { ...sound.video, title: LONG_TITLE, language: "fr" },
  });
  const paused = keptItem({ url: "/media/x", state: "paused", bytes: 14_400_000, addedAt: 3 });
  const store = createDeviceStore(KEPT_MEDIA_STORE.database, KEPT_MEDIA_STORE.store);
  await store.keep({
    ...Object.fromEntries([sound, picture, paused].map((item) => [itemKey(item.url), item])),
    [partKey(paused.url, 0)]: new Blob(["x"]),
  });
  await openKeptMedia().reload();
}

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
    show: () => <LanguagePrompt offered="fr" />,
  },
  "offline-banner": {
    prepare: () => giveNavigator("onLine", false),
    show: () => <OfflineBanner />,
  },
  "offline-page": {
    at: "/offline",
    serve: (server) => server.answer("GET /api/bible/v1/versions", unreachable),
    site: () => ({ hasWorker: true }),
    prepare: giveWorkers,
    show: () => <OfflinePage onPlaying={nothing} />,
    act: ({ screen, language }) => screen.findByText(offlinePageMessages[language].noBible),
  },
  "offline-page-with-media": {
    at: "/offline",
    serve: (server) => server.answer("GET /api/bible/v1/versions", unreachable),
    site: () => ({ hasWorker: true }),
    prepare: giveWorkers,
    show: () => <OfflinePage onPlaying={nothing} />,
    async act({ screen, language }) {
      await keepMedia();
      await screen.findByText(keptMessages[language].deleteAfter.picture);
    },
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
