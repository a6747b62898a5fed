import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import type { GalleryState, GalleryStates, Hand } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { type FakeServer, json, onHold } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { DevotionalPage } from "#web/features/devotional/devotional-page.tsx";
import { SaveButton, ListenButton, ShareButton } from "#web/features/devotional/entry-actions.tsx";
import { voiceEstimate } from "#shared/device/data-estimate.domain.ts";

const TABLE = "GET /rest/v1/devotionals";
const TODAY = "2026-06-14";
const ENTRY: DevotionalEntry = {
  day: 14,
  title: LONG_TITLE,
  verse: "« Car Dieu a tant aimé le monde qu’il a donné son Fils unique. » — Jean 3:16",
  content: `${LONG_TITLE}.\n\n${LONG_TITLE}.\n\n${LONG_TITLE}.`,
};
const nothing = (): void => undefined;

function pageAt(date: string | null): GalleryState {
  return {
    at: date === null ? "/devotional" : `/devotional/${date.replaceAll("-", "/")}`,
    show: () => <DevotionalPage date={date} servedDay={TODAY} served={[ENTRY]} />,
    serve: publishing([]),
  };
}

/** Makes the server publish these days. */
function publishing(days: readonly string[]): (server: FakeServer) => void {
  const entries = days.map((date) => ({ ...ENTRY, date, reflection: LONG_TITLE }));
  return (server) => {
    server.answer("POST /functions/v1/tts", () => json({ available: false }));
    server.answer(TABLE, ({ search }) => {
      const [operator = "", value = ""] = (search.get("date") ?? "").split(".");
      return json(operator === "eq" ? entries.filter(({ date }) => date === value) : entries);
    });
  };
}

function answering(answer: Parameters<FakeServer["answer"]>[1]): (server: FakeServer) => void {
  return (server) => {
    publishing([])(server);
    server.answer(TABLE, answer);
  };
}

const openVoiceSettings = async ({ user, screen, language }: Hand): Promise<void> => {
  const { voiceSettings } = devotionalMessages[language];
  await user.click(await screen.findByRole("button", { name: voiceSettings }));
  await screen.findByRole("region", { name: voiceSettings });
};

const openUpload = async ({ user, screen, language }: Hand): Promise<void> => {
  // The page handles keys only after its first paint.
  await screen.findByRole("button", { name: devotionalMessages[language].voiceSettings });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await user.keyboard("{Control>}{Shift>}u{/Shift}{/Control}");
  await screen.findByRole("region", { name: devotionalMessages[language].uploadTitle });
};

const openAllDays = async ({ user, screen }: Hand): Promise<void> => {
  await user.click(await screen.findByRole("button", { name: /20\d\d/, expanded: false }));
};

function listening(state: Parameters<typeof ListenButton>[0]["state"]): GalleryState {
  return {
    show: () => (
      <div className="page flex flex-wrap gap-3 py-6">
        <ListenButton state={state} price={voiceEstimate("")} start={nothing} stop={nothing} />
      </div>
    ),
  };
}

export const STATES: GalleryStates = {
  "share-button": {
    show: () => (
      <div className="page py-6">
        <ShareButton entry={ENTRY} address="/devotional?day=14" />
      </div>
    ),
  },
  "shipped-day": pageAt(null),
  "all-days": { ...pageAt(null), act: openAllDays },
  "kept-and-read": {
    ...pageAt(TODAY),
    serve: publishing(["2026-06-12", "2026-06-13", TODAY]),
    stored: {
      "devotionals-kept": [
        { path: "/devotional?day=5", title: LONG_TITLE, label: "Day 5" },
        { path: "/devotional/2026/06/13", title: "Fear not", label: "Saturday, June 13, 2026" },
      ],
      "devotionals-read": ["2026-06-12", TODAY],
      "bible-text-size": 4,
    },
  },
  "kept-button": {
    show: () => (
      <div className="page py-6">
        <SaveButton devotional={{ path: "/devotional?day=5", title: LONG_TITLE, label: "Day 5" }} />
      </div>
    ),
    stored: { "devotionals-kept": [{ path: "/devotional?day=5", title: "x", label: "Day 5" }] },
  },
  "own-day-missing": {
    ...pageAt(null),
    at: "/devotional?day=2",
    stored: { devotionals: [ENTRY] },
  },
  "published-month": { ...pageAt(TODAY), serve: publishing([TODAY]), act: openAllDays },
  "published-day": { ...pageAt(TODAY), serve: publishing(["2026-06-13", TODAY, "2026-06-15"]) },
  "day-without-one": { ...pageAt("2026-05-03"), serve: publishing([TODAY]) },
  "day-loading": { ...pageAt(TODAY), serve: answering(onHold().answering), isWaiting: true },
  "day-failed": {
    ...pageAt(TODAY),
    serve: answering(() => json({ error: "away" }, 500)),
    act: ({ screen, language }) => screen.findByText(devotionalMessages[language].loadFailed),
  },
  "voice-settings": {
    ...pageAt(null),
    stored: { "speech-provider-key": { key: "sk-1234567890" } },
    act: openVoiceSettings,
  },
  "upload-by-a-helper": {
    ...pageAt(null),
    stored: { devotionals: [ENTRY] },
    member: MEMBER,
    serve: (server) => {
      publishing([])(server);
      const me = { permissions: ["devotionals"], isOwner: false, name: "", needsSecondStep: false };
      server.answer("POST /rest/v1/rpc/studio_me", () => json(me));
    },
    act: async (hand) => {
      await openUpload(hand);
      await hand.screen.findByRole("link", { name: devotionalMessages[hand.language].studioOpen });
    },
  },
  "upload-by-anybody": { ...pageAt(null), act: openUpload },
  "listen-preparing": listening("preparing"),
  "listen-without-voice": listening("no-voices"),
};
