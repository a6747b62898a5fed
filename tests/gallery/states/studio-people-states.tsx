import { profileMessages } from "#shared/messages/account/profile.ts";
import { joinMessages } from "#shared/messages/studio/join.ts";
import { peopleMessages } from "#shared/messages/studio/people.ts";
import { BUNDLES, PERMISSIONS } from "#shared/studio/permissions.ts";
import type { GalleryState, GalleryStates, Hand } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { type FakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio, STUDIO_TOOLS } from "#tests/support/studio-wrapper.tsx";
import { MEMBER } from "#tests/support/member.ts";
import { JoinPage } from "#web/features/studio/join/join-page.tsx";
import { PeoplePage } from "#web/features/studio/people/people-page.tsx";
import { StaffPage } from "#web/features/studio/people/staff-page.tsx";

/** Keeps the no-break spaces of French texts. */
const EXACT = { collapseWhitespace: false } as const;
const DATE = "2026-05-03T09:00:00Z";
const ANN_ID = "aaaaaaaa-0000-4000-8000-000000000001";
const INVITED = "a-helper-with-a-long-address@a-ministry-with-a-long-name.example";
const TOKEN = "0f".repeat(32);

const STAFF_ROW = {
  since: DATE,
  until: null,
  invited_by_name: "Ruth Moyo",
  isMe: false,
  isOwner: false,
  isOfServer: false,
  hasSecondStep: true,
};
const STAFF = [
  {
    ...STAFF_ROW,
    user_id: MEMBER.id,
    name: "Ruth Moyo",
    permissions: PERMISSIONS,
    invited_by_name: null,
    isMe: true,
    isOwner: true,
  },
  { ...STAFF_ROW, user_id: ANN_ID, name: "Ann", permissions: ["people", "videos", "schedule"] },
  {
    ...STAFF_ROW,
    user_id: "b",
    name: LONG_TITLE.slice(0, 60),
    permissions: BUNDLES.viewer,
    until: "2099-12-31T22:59:59Z",
  },
  {
    ...STAFF_ROW,
    user_id: "c",
    name: "Ben",
    permissions: ["people"],
    until: DATE,
    hasSecondStep: false,
  },
];
const ACCOUNT = {
  id: ANN_ID,
  name: "Ann Banda",
  username: "ann.banda",
  address: "ann@example.org",
  phone: null,
  bio: LONG_TITLE.slice(0, 150),
  avatar_url: "https://reign-tv.example/storage/v1/object/public/avatars/a.png",
  created_at: DATE,
  last_sign_in_at: DATE,
  isConfirmed: false,
  suspended_until: null,
  isMe: false,
  mayChange: true,
  goes: { pictures: 1, devices: 2, drafts: 3, rights: 2 },
};
const LISTED = [
  { ...ACCOUNT, address: "a…@example.org", isHelper: true },
  { ...ACCOUNT, id: "b", name: LONG_TITLE.slice(0, 100), isHelper: false, isConfirmed: true },
  { ...ACCOUNT, id: "c", name: null, username: null, isHelper: false, suspended_until: DATE },
];

function serveStaff(server: FakeServer): void {
  server.answer("POST /rest/v1/rpc/studio_staff", () => json(STAFF));
  server.answer("POST /rest/v1/rpc/studio_invitations", () =>
    json([
      {
        id: "i1",
        email: INVITED,
        permissions: ["numbers"],
        until: null,
        expires_at: "2099-11-30T00:00:00Z",
        invited_by_name: null,
      },
    ]),
  );
  server.answer("POST /rest/v1/rpc/studio_invite", () => json({ token: TOKEN }));
}

function serveAccounts(server: FakeServer): void {
  server.answer("POST /rest/v1/rpc/studio_accounts", () => json({ total: 53, accounts: LISTED }));
  server.answer("POST /rest/v1/rpc/studio_account", () => json(ACCOUNT));
}

const button = ({ screen }: Hand, name: string) => screen.findByRole("button", { name, ...EXACT });

const staff: GalleryState = {
  show: () => (
    <InStudio>
      <StaffPage />
    </InStudio>
  ),
  member: MEMBER,
  serve: serveStaff,
  act: ({ screen }) => screen.findByText("Ann"),
};

const people: GalleryState = {
  show: () => (
    <InStudio>
      <PeoplePage />
    </InStudio>
  ),
  at: "/studio/people",
  member: MEMBER,
  serve: serveAccounts,
  act: ({ screen }) => screen.findByText("a…@example.org"),
};

/** Staff, accounts, and the page that accepts an invitation. */
export const STATES: GalleryStates = {
  staff,
  "changing-to-nothing": {
    ...staff,
    act: async (hand) => {
      const { user, screen, language } = hand;
      const texts = peopleMessages[language];
      await user.click(await button(hand, texts.staff.changeOf("Ann")));
      for (const right of [texts.rights.people, texts.rights.videos, texts.rights.schedule]) {
        await user.click(screen.getByRole("checkbox", { name: right, ...EXACT }));
      }
      await user.click(await button(hand, texts.form.save));
      await screen.findByText(texts.form.noRights, EXACT);
    },
  },
  "link-made": {
    ...staff,
    act: async (hand) => {
      const { user, screen, language } = hand;
      const { invite, bundles } = peopleMessages[language];
      await user.click(await button(hand, invite.action));
      await user.type(screen.getByLabelText(invite.email, EXACT), "anna@example.org");
      await user.click(screen.getByRole("radio", { name: bundles.owner, ...EXACT }));
      await user.click(await button(hand, invite.make));
      await screen.findByLabelText(invite.link, EXACT);
    },
  },
  "asked-who-is-at-work": {
    ...staff,
    serve: (server) => {
      serveStaff(server);
      server.answer("POST /rest/v1/rpc/studio_uninvite", () =>
        json({ code: "28000", message: "proof_too_old" }, 403),
      );
    },
    act: async (hand) => {
      const { user, screen, language } = hand;
      const { open } = peopleMessages[language];
      await user.click(await button(hand, open.takeBackOf(INVITED)));
      await screen.findByRole("dialog");
      await user.click(await button(hand, profileMessages[language].signInAgain));
    },
  },
  accounts: people,
  "deleting-an-account": {
    ...people,
    at: `/studio/people/${ANN_ID}`,
    act: async (hand) => {
      const { account } = peopleMessages[hand.language];
      await hand.user.click(await button(hand, account.delete));
      await hand.screen.findByRole("dialog");
    },
  },
  "joining-with-another-address": {
    show: () => <JoinPage deps={STUDIO_TOOLS} />,
    at: `/studio/join#${TOKEN}`,
    member: MEMBER,
    serve: (server) =>
      server.answer("POST /rest/v1/rpc/studio_accept", () =>
        json({ outcome: "other_address", address: "a…@example.org" }),
      ),
    act: async (hand) => {
      const texts = joinMessages[hand.language];
      await hand.user.click(await button(hand, texts.join));
      await hand.screen.findByRole("alert");
    },
  },
  "joining-with-a-code": {
    show: () => <JoinPage deps={STUDIO_TOOLS} />,
    at: `/studio/join#${TOKEN}`,
    member: MEMBER,
    serve: (server) => {
      server.answer("POST /rest/v1/rpc/studio_accept", () => json({ outcome: "needs_code" }));
      server.answer("POST /auth/v1/otp", () => json({}));
    },
    act: async (hand) => {
      const texts = joinMessages[hand.language];
      await hand.user.click(await button(hand, texts.join));
      await hand.user.click(await button(hand, texts.sendCode));
      await hand.screen.findByLabelText(texts.code);
    },
  },
};
