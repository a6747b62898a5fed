import { renderSVG } from "uqr";
import { accountMessages } from "#shared/messages/account/account.ts";
import { mfaMessages } from "#shared/messages/account/mfa.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import type { GalleryState, GalleryStates, Hand } from "#tests/gallery/gallery-state.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";
import { type FakeServer, json } from "#tests/support/fake-server.ts";
import { MEMBER, PROTECTED_MEMBER } from "#tests/support/member.ts";
import { AuthPage } from "#web/features/account/auth-page.tsx";
import { ProfilePage } from "#web/features/account/profile-page.tsx";
import { MfaCard } from "#web/features/account/mfa/mfa-form.tsx";
import {
  RemovePasskeyDialog,
  RenamePasskeyDialog,
} from "#web/features/account/security/security-dialogs.tsx";
import { PasskeysSection } from "#web/features/account/security/sign-in-sections.tsx";
import { SecuritySections } from "#web/features/account/security/security-sections.tsx";
import { SignInMethods } from "#web/features/account/security/sign-in-methods.tsx";
import { openSession } from "#web/lib/session/session.ts";

/** Keeps the no-break spaces of French texts. */
const EXACT = { collapseWhitespace: false } as const;
const nothing = (): void => undefined;
const PROFILE = {
  full_name: "Ruth Moyo",
  username: null,
  bio: null,
  phone: null,
  avatar_url: null,
};
const APP_ID = "3f0c6f0e-52a5-4f6f-9a53-5d8f1c1f0a03";
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const URI = `otpauth://totp/Reign%20TV:ruth?secret=${SECRET}&issuer=Reign%20TV`;
const CODES = Array.from({ length: 10 }, (_, index) => `${index}bcdefghjkmnpqrs`);

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";
const DEVICES = [
  { user_agent: `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, ago_ms: 0 },
  { user_agent: `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, ago_ms: 9e6 },
  {
    user_agent: `Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) ${chrome} TV Safari/537.36`,
    ago_ms: 9e7,
  },
  { user_agent: null, ago_ms: 2e9 },
].map(({ user_agent, ago_ms }, index) => ({
  id: `d${index}`,
  user_agent,
  last_used_at: new Date(Date.now() - ago_ms).toISOString(),
  is_current: index === 0,
  is_application: index === 3,
}));

const PASSKEYS = [
  { id: "p1", friendly_name: "Phone", created_at: "2026-05-03T09:00:00Z" },
  {
    id: "p2",
    friendly_name: LONG_TITLE.slice(0, 60),
    created_at: "2026-05-03T09:00:00Z",
    last_used_at: "2026-06-13T09:00:00Z",
  },
];

function serve(server: FakeServer): void {
  server.answer("GET /rest/v1/profiles", () => json(PROFILE));
  server.answer("POST /rest/v1/rpc/my_sessions", () => json(DEVICES));
  server.answer("GET /auth/v1/settings", () => json({ external: { email: true, google: true } }));
  server.answer("GET /auth/v1/factors/recovery-codes", () =>
    json({ id: APP_ID, type: "recovery_code", total: 10, remaining: 7 }),
  );
  server.answer("GET /auth/v1/user", () => json(MEMBER));
  server.answer("POST /auth/v1/factors", () =>
    json({ id: APP_ID, type: "totp", totp: { qr_code: renderSVG(URI), secret: SECRET, uri: URI } }),
  );
  server.answer(`POST /auth/v1/factors/${APP_ID}/challenge`, () =>
    json({ id: APP_ID, type: "totp", expires_at: 1 }),
  );
  server.answer(`POST /auth/v1/factors/${APP_ID}/verify`, refusing("mfa_verification_failed"));
}

function refusing(code: string): () => Response {
  return () => json({ error_code: code, msg: "No" }, 422);
}

const profile: GalleryState = {
  at: "/profile",
  show: () => <ProfilePage onSignOut={nothing} Security={SecuritySections} />,
  member: { ...PROTECTED_MEMBER, identities: [] },
  serve,
  act: ({ screen, language }) => screen.findByText(securityMessages[language].devices.this),
};
const unprotected: GalleryState = { ...profile, member: MEMBER };

const step: GalleryState = {
  at: "/auth",
  show: () => <MfaCard user={PROTECTED_MEMBER} />,
  serve: (server) => {
    server.answer("POST /auth/v1/factors/recovery-codes/verify", () =>
      json({ error_code: "mfa_recovery_codes_locked", msg: "No" }, 429),
    );
  },
};

const passkeys: GalleryState = {
  at: "/profile",
  show: () => <PasskeysSection user={MEMBER} onOpen={nothing} />,
  member: MEMBER,
  serve: (server) => server.answer("GET /auth/v1/passkeys", () => json(PASSKEYS)),
};

/** Opens the authenticator dialog and waits for its QR code. */
async function beginApp({ user, screen, language }: Hand): Promise<void> {
  const { twoStep, addApp } = securityMessages[language];
  await user.click(await screen.findByRole("button", { name: twoStep.addApp }));
  await user.click(await screen.findByRole("button", { name: addApp.proceed }));
  await screen.findByRole("img", { name: addApp.picture });
}

/** MFA at sign-in, and the security section of the profile. */
export const STATES: GalleryStates = {
  step,
  "step-recovery-locked": {
    ...step,
    member: PROTECTED_MEMBER,
    assurance: "aal1",
    act: async ({ user, screen, language }) => {
      const texts = mfaMessages[language];
      await user.click(await screen.findByRole("button", { name: texts.useRecovery }));
      await user.type(screen.getByLabelText(texts.recoveryCode), "abcd-efgh-jkmn-pqrs");
      await user.click(screen.getByRole("button", { name: texts.proceed }));
      await screen.findByText(texts.failures["mfa_recovery_codes_locked"] ?? "", EXACT);
    },
  },
  "step-with-a-key": {
    ...step,
    show: () => (
      <MfaCard
        user={{
          ...MEMBER,
          factors: (PROTECTED_MEMBER.factors ?? []).map((factor) => ({
            ...factor,
            factor_type: factor.factor_type === "totp" ? "webauthn" : factor.factor_type,
          })),
        }}
      />
    ),
  },
  "ways-in": {
    at: "/auth",
    show: () => (
      <AuthPage>
        <SignInMethods />
      </AuthPage>
    ),
    serve: (server) =>
      server.answer("GET /auth/v1/settings", () =>
        json({ external: { email: true, google: true, github: true }, passkeys_enabled: true }),
      ),
    act: ({ screen, language }) =>
      screen.findByText(securityMessages[language].linked.signInWith("GitHub")),
  },
  on: profile,
  off: unprotected,
  "off-for-staff": {
    ...unprotected,
    member: { ...MEMBER, app_metadata: { role: "admin" } },
  },
  "devices-failed": {
    ...unprotected,
    serve: (server) => {
      serve(server);
      server.answer("POST /rest/v1/rpc/my_sessions", () => json({ code: "X", message: "-" }, 500));
    },
    act: ({ screen }) => screen.findByRole("alert"),
  },
  "adding-an-app": { ...unprotected, act: beginApp },
  "adding-an-app-wrong-code": {
    ...unprotected,
    act: async (hand) => {
      const { user, screen, language } = hand;
      const { addApp } = securityMessages[language];
      await beginApp(hand);
      await user.type(screen.getByLabelText(addApp.code), "123456");
      await user.click(screen.getByRole("button", { name: addApp.turnOn }));
      await screen.findByText(addApp.wrongCode, EXACT);
    },
  },
  "adding-an-app-after-the-session": {
    ...unprotected,
    serve: (server) => {
      serve(server);
      server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
    },
    act: async (hand) => {
      await beginApp(hand);
      await openSession(hand.site).client.auth.signOut({ scope: "local" });
      await hand.screen.findByLabelText(accountMessages[hand.language].password);
    },
  },
  "recovery-codes": {
    ...unprotected,
    member: { ...PROTECTED_MEMBER, factors: PROTECTED_MEMBER.factors?.slice(0, 1) ?? [] },
    serve: (server) => {
      serve(server);
      server.answer("POST /auth/v1/factors/recovery-codes", () =>
        json({ id: APP_ID, type: "recovery_code", total: 10, codes: CODES }),
      );
    },
    act: async ({ user, screen, language }) => {
      const { twoStep, recovery } = securityMessages[language];
      await user.click(await screen.findByRole("button", { name: twoStep.makeCodes }));
      await screen.findByRole("button", { name: recovery.kept });
    },
  },
  "removing-an-app": {
    ...profile,
    act: async ({ user, screen, language }) => {
      const { removeFactor } = securityMessages[language];
      const name = removeFactor.title("Ruth's phone");
      await user.click(await screen.findByRole("button", { name }));
      await screen.findByRole("dialog");
    },
  },
  passkeys,
  "passkeys-none": {
    ...passkeys,
    serve: (server) => server.answer("GET /auth/v1/passkeys", () => json([])),
  },
  "passkey-renaming": {
    ...passkeys,
    show: () => (
      <RenamePasskeyDialog
        user={MEMBER}
        passkey={{ id: "p1", created_at: "2026-05-03T09:00:00Z" }}
        isSignedOut={false}
        onClose={nothing}
      />
    ),
    serve: nothing,
  },
  "passkey-removing": {
    ...passkeys,
    show: () => (
      <RemovePasskeyDialog
        user={MEMBER}
        passkey={{ id: "p1", created_at: "2026-05-03T09:00:00Z" }}
        isSignedOut={false}
        onClose={nothing}
      />
    ),
    serve: nothing,
  },
};
