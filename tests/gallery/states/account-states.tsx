import { accountMessages } from "#shared/messages/account/account.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { type FakeServer, json, onHold } from "#tests/support/fake-server.ts";
import { MEMBER } from "#tests/support/member.ts";
import { AuthPage, ConfirmNote } from "#web/features/account/auth-page.tsx";
import { ConfirmedPage } from "#web/features/account/confirmed-page.tsx";
import { ForgotPage } from "#web/features/account/forgot-page.tsx";
import { ResetPage } from "#web/features/account/reset-page.tsx";

const EMAIL = "a-very-long-address-of-a-very-long-name@a-very-long-host.example.org";

function refusing(name: string, code: string): (server: FakeServer) => void {
  return (server) => server.answer(name, () => json({ error_code: code, msg: "No" }, 422));
}

const auth: GalleryState = {
  at: "/auth",
  show: () => <AuthPage />,
  act: ({ screen }) => screen.findByRole("tablist"),
};
const signUp: NonNullable<GalleryState["act"]> = async ({ user, screen, language }) => {
  const texts = accountMessages[language];
  await user.click(await screen.findByRole("tab", { name: texts.signUp }));
};
const reset: GalleryState = { at: "/auth/reset", show: () => <ResetPage /> };

/** Sign-in, sign-up and the pages that mails link to. */
export const STATES: GalleryStates = {
  "sign-in": auth,
  "sign-in-empty": {
    ...auth,
    act: async ({ user, screen, language }) => {
      const texts = accountMessages[language];
      await user.click(await screen.findByRole("button", { name: texts.signIn }));
      await screen.findByText(texts.rules.emailRequired);
    },
  },
  "sign-in-refused": {
    ...auth,
    serve: refusing("POST /auth/v1/token", "invalid_credentials"),
    act: async ({ user, screen, language }) => {
      const texts = accountMessages[language];
      await user.type(await screen.findByLabelText(texts.email), EMAIL);
      await user.type(screen.getByLabelText(texts.password), "wrong password");
      await user.click(screen.getByRole("button", { name: texts.signIn }));
      await screen.findByRole("alert");
    },
  },
  "sign-in-pending": {
    ...auth,
    serve: (server) => server.answer("POST /auth/v1/token", onHold().answering),
    act: async ({ user, screen, language }) => {
      const texts = accountMessages[language];
      await user.type(await screen.findByLabelText(texts.email), EMAIL);
      await user.type(screen.getByLabelText(texts.password), "green pastures 23");
      await user.click(screen.getByRole("button", { name: texts.signIn }));
      await screen.findByRole("button", { name: texts.signingIn });
    },
  },
  "sign-up": { ...auth, act: signUp },
  "sign-up-empty": {
    ...auth,
    act: async (hand) => {
      const texts = accountMessages[hand.language];
      await signUp(hand);
      await hand.user.click(await hand.screen.findByRole("button", { name: texts.signUp }));
      await hand.screen.findByText(texts.rules.nameTooShort);
    },
  },
  "confirmation-sent": { show: () => <ConfirmNote email={EMAIL} /> },
  forgot: { at: "/auth/forgot", show: () => <ForgotPage /> },
  "forgot-sent": {
    at: "/auth/forgot",
    show: () => <ForgotPage />,
    serve: (server) => server.answer("POST /auth/v1/recover", () => json({})),
    act: async ({ user, screen, language }) => {
      const texts = accountMessages[language];
      await user.type(await screen.findByLabelText(texts.email), EMAIL);
      await user.click(screen.getByRole("button", { name: texts.recover }));
      await screen.findByText(texts.recoverSent(EMAIL));
    },
  },
  "reset-expired": {
    ...reset,
    act: ({ screen, language }) => screen.findByText(accountMessages[language].linkInvalid),
  },
  "reset-too-short": {
    ...reset,
    member: MEMBER,
    act: async ({ user, screen, language }) => {
      const texts = accountMessages[language];
      await user.click(await screen.findByRole("button", { name: texts.updatePassword }));
      await screen.findByText(texts.rules.passwordTooShort);
    },
  },
  "reset-asking-for-the-old-one": {
    ...reset,
    member: MEMBER,
    serve: refusing("PUT /auth/v1/user", "current_password_required"),
    act: async ({ user, screen, language }) => {
      const texts = accountMessages[language];
      await user.type(await screen.findByLabelText(texts.newPassword), "still waters 23");
      await user.type(screen.getByLabelText(texts.confirmPassword), "still waters 23");
      await user.click(screen.getByRole("button", { name: texts.updatePassword }));
      await screen.findByLabelText(texts.currentPassword);
    },
  },
  confirmed: {
    show: () => <ConfirmedPage />,
    member: MEMBER,
    act: ({ screen, language }) => screen.findByText(accountMessages[language].goHome),
  },
  "confirmation-expired": {
    show: () => <ConfirmedPage />,
    act: ({ screen, language }) => screen.findByText(accountMessages[language].linkInvalid),
  },
};
