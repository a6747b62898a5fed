import { profileMessages } from "#shared/messages/account/profile.ts";
import type { GalleryState, GalleryStates, Hand } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { type FakeServer, json, onHold } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { ProfilePage } from "#web/features/account/profile-page.tsx";
import { openSession } from "#web/lib/session/session.ts";

const READ = "GET /rest/v1/profiles";
const SAVE = "PATCH /rest/v1/profiles";
const BARE = { full_name: null, username: null, bio: null, phone: null, avatar_url: null };
const FULL = {
  full_name: "Marie-Antoinette Nyamukapa-Vandenbroucke de la Miséricorde",
  username: "marie_antoinette.nyamukapa_30",
  bio: LONG_TITLE,
  phone: "+263 77 123 4567",
  avatar_url: "https://example.org/avatars/ruth.png",
};
const nothing = (): void => undefined;

const page: GalleryState = {
  at: "/profile",
  show: () => <ProfilePage onSignOut={nothing} />,
  member: MEMBER,
  serve: (server) => reading(server, FULL),
  act: ({ screen, language }) => screen.findByText(profileMessages[language].yourData),
};

function reading(server: FakeServer, profile: object): void {
  server.answer(READ, () => json(profile));
}

type Texts = (typeof profileMessages)["en"];

/** Opens a dialog of the profile. */
async function open(hand: Hand, nameOf: (texts: Texts) => string): Promise<Texts> {
  const { user, screen, language } = hand;
  const texts = profileMessages[language];
  await user.click(await screen.findByRole("button", { name: nameOf(texts) }));
  await screen.findByRole("dialog");
  return texts;
}

/** Opens a dialog that asks for the password, and submits it. */
async function reenter(hand: Hand, nameOf: (texts: Texts) => string): Promise<void> {
  const { user, screen } = hand;
  const texts = await open(hand, nameOf);
  await user.type(screen.getByLabelText(texts.password), "wrong password");
  await user.click(screen.getAllByRole("button", { name: nameOf(texts) }).at(-1) ?? document.body);
  await screen.findByText(texts.wrongPassword);
}

function wrongPassword(name: string): (server: FakeServer) => void {
  return (server) => {
    reading(server, FULL);
    const wrongPassword = { code: "wrong_password", error: "No" };
    server.answer(`POST /functions/v1/${name}`, () => json(wrongPassword, 403));
  };
}

/** The user's own profile page and its dialogs. */
export const STATES: GalleryStates = {
  filled: page,
  bare: { ...page, serve: (server) => reading(server, BARE) },
  loading: {
    ...page,
    serve: (server) => server.answer(READ, onHold().answering),
    act: ({ screen }) => screen.findByRole("status"),
    isWaiting: true,
  },
  failed: {
    ...page,
    serve: (server) => server.answer(READ, () => json({ code: "X", message: "away" }, 500)),
    act: ({ screen }) => screen.findByRole("alert"),
  },
  "picture-refused": {
    ...page,
    act: async ({ screen, user, language }) => {
      await screen.findByText(profileMessages[language].yourData);
      const input = document.querySelector<HTMLInputElement>('input[type="file"]');
      const file = new File(["text"], "text.txt", { type: "text/plain" });
      if (input) await user.upload(input, file);
      await screen.findByRole("alert");
    },
  },
  editing: { ...page, act: (hand) => open(hand, (texts) => texts.editProfile) },
  "editing-refused": {
    ...page,
    serve: (server) => {
      reading(server, FULL);
      server.answer(SAVE, () => json({ code: "23505", message: "taken" }, 409));
    },
    act: async (hand) => {
      const texts = await open(hand, ({ editProfile }) => editProfile);
      await hand.user.click(hand.screen.getByRole("button", { name: texts.save }));
      await hand.screen.findByText(texts.usernameTaken);
    },
  },
  "editing-after-the-session": {
    ...page,
    act: async (hand) => {
      const texts = await open(hand, ({ editProfile }) => editProfile);
      await openSession(hand.site).client.auth.signOut({ scope: "local" });
      await hand.screen.findByText(texts.sessionEnded, { collapseWhitespace: false });
    },
    serve: (server) => {
      reading(server, FULL);
      server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
    },
  },
  "changing-the-password": { ...page, act: (hand) => open(hand, (texts) => texts.changePassword) },
  "export-refused": {
    ...page,
    serve: wrongPassword("account-export"),
    act: (hand) => reenter(hand, (texts) => texts.exportData),
  },
  "export-in-the-phone-app": {
    ...page,
    site: () => ({ serverUrl: window.location.origin }),
    act: (hand) => open(hand, (texts) => texts.exportData),
  },
  "deletion-refused": {
    ...page,
    serve: wrongPassword("account-delete"),
    act: (hand) => reenter(hand, (texts) => texts.deleteAccount),
  },
};
