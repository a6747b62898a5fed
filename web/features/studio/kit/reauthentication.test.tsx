import type { User } from "@supabase/supabase-js";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Result } from "#shared/errors.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { mfaMessages } from "#shared/messages/account/mfa.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { InStudio } from "#tests/support/studio-wrapper.tsx";
import { MEMBER, PROTECTED_MEMBER, sessionOf } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { testSite } from "#tests/support/site-fixture.ts";
import { descriptionOf, fill } from "#tests/support/view-actions.ts";
import { openSession } from "#web/lib/session/session.ts";
import { factorIdsOf } from "#web/features/account/mfa/mfa.data.ts";
import { useReauthentication } from "./reauthentication.tsx";

const { reauthentication, cancel } = kitMessages.en;
const profile = profileMessages.en;
const step = mfaMessages.en;
const [APP = ""] = factorIdsOf(PROTECTED_MEMBER, "app");
const VERSION = { "x-supabase-api-version": "2024-01-01" };

/** Runs an action and shows its result. */
function Acting({ action }: { action: () => Promise<Result<null, string>> }) {
  const withReauthentication = useReauthentication();
  return (
    <button type="button" onClick={() => void withReauthentication(action)}>
      Send away
    </button>
  );
}

async function begin(user: User = MEMBER) {
  const server = createFakeServer();
  await signInMember(server, user);
  server.answer("GET /auth/v1/user", () => json(user));
  const results: boolean[] = [];
  let isRecent = false;
  const view = renderView(
    <InStudio user={user}>
      <Acting
        action={() => {
          results.push(isRecent);
          return Promise.resolve(
            isRecent ? { ok: true, value: null } : { ok: false, failure: "unproven" },
          );
        }}
      />
    </InStudio>,
    { server },
  );
  const tokenResponses = (response: () => Response): void => {
    server.answer("POST /auth/v1/token", response);
  };
  await view.user.click(screen.getByRole("button", { name: "Send away" }));
  const dialog = within(await screen.findByRole("dialog", { name: reauthentication.title }));
  const password = () => dialog.getByLabelText<HTMLInputElement>(profile.password);
  const enter = async (text: string) => {
    await fill(view.user, password(), text);
    await view.user.click(dialog.getByRole("button", { name: profile.signInAgain }));
  };
  return {
    ...view,
    server,
    dialog,
    outcomes: results,
    tokenAnswers: tokenResponses,
    password,
    enter,
    verify: () => {
      isRecent = true;
    },
    session: openSession(testSite()),
  };
}

const ended = (server: Awaited<ReturnType<typeof begin>>["server"]) =>
  server.to("POST /auth/v1/logout").map(({ search, headers }) => ({
    scope: search.get("scope"),
    token: headers.get("authorization"),
  }));

describe("an action that requires a recent sign-in", () => {
  it("asks for the password in place, shows errors at the field and then runs by itself", async () => {
    const {
      enter,
      tokenAnswers: tokenResponses,
      password,
      verify,
      outcomes: results,
      server,
      session,
    } = await begin();
    const before = (await session.client.auth.getSession()).data.session;
    tokenResponses(() =>
      json({ code: "invalid_credentials", message: "Invalid login credentials" }, 400, VERSION),
    );
    await enter("");
    expect(descriptionOf(password())).not.toBe("");
    await enter("blue pastures 24");
    await waitFor(() => expect(descriptionOf(password())).toBe(profile.wrongPassword));
    expect(password().value).toBe("blue pastures 24");

    tokenResponses(() => json({ ...sessionOf(MEMBER), refresh_token: "refresh-2" }));
    verify();
    await enter("green pastures 23");
    await waitFor(() => expect(results).toEqual([false, true]));
    expect(screen.queryByRole("dialog")).toBeNull();
    const now = (await session.client.auth.getSession()).data.session;
    expect(now?.refresh_token).toBe("refresh-2");
    expect(ended(server)).toEqual([{ scope: "local", token: `Bearer ${before?.access_token}` }]);
  });

  it("also asks for the second factor and keeps the tab's session until then", async () => {
    const {
      user,
      dialog,
      enter,
      tokenAnswers: tokenResponses,
      verify,
      outcomes: results,
      server,
      session,
    } = await begin(PROTECTED_MEMBER);
    tokenResponses(() => json(sessionOf(PROTECTED_MEMBER, "aal1")));
    server.answer(`POST /auth/v1/factors/${APP}/challenge`, () =>
      json({ id: "asked", type: "totp", expires_at: 1 }),
    );
    server.answer(`POST /auth/v1/factors/${APP}/verify`, () =>
      json({ code: "mfa_verification_failed", message: "No" }, 422, VERSION),
    );
    await enter("green pastures 23");
    const code = await dialog.findByLabelText(step.code);
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect(session.current().status).toBe("signed-in");
    const proceed = dialog.getByRole("button", { name: step.proceed });
    await fill(user, code, "000000");
    await user.click(proceed);
    await waitFor(() =>
      expect(descriptionOf(code)).toContain(step.failures["mfa_verification_failed"]),
    );

    server.answer(`POST /auth/v1/factors/${APP}/verify`, () =>
      json({ ...sessionOf(PROTECTED_MEMBER), refresh_token: "refresh-2" }),
    );
    verify();
    await fill(user, code, "123 456");
    await user.click(proceed);
    await waitFor(() => expect(results).toEqual([false, true]));
    const now = (await session.client.auth.getSession()).data.session;
    expect(now?.refresh_token).toBe("refresh-2");
  });

  it("keeps the session when it is cancelled halfway and closes the secondary one", async () => {
    const {
      user,
      dialog,
      enter,
      tokenAnswers: tokenResponses,
      outcomes: results,
      server,
      session,
    } = await begin(PROTECTED_MEMBER);
    const half = sessionOf(PROTECTED_MEMBER, "aal1");
    tokenResponses(() => json({ ...half, refresh_token: "refresh-2" }));
    await enter("green pastures 23");
    await dialog.findByLabelText(step.code);
    await user.click(dialog.getByRole("button", { name: cancel }));
    await waitFor(() => expect(ended(server)).toHaveLength(1));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(results).toEqual([false]);
    const now = (await session.client.auth.getSession()).data.session;
    expect(now?.refresh_token).toBe("refresh-1");
    expect(session.current().status).toBe("signed-in");
  });

  it("asks again when the new session cannot be adopted", async () => {
    const {
      enter,
      tokenAnswers: tokenResponses,
      server,
      outcomes: results,
      password,
    } = await begin();
    tokenResponses(() => json({ ...sessionOf(MEMBER), refresh_token: "refresh-2" }));
    server.answer("GET /auth/v1/user", () =>
      json({ code: "session_not_found", message: "No" }, 403, VERSION),
    );
    await enter("green pastures 23");
    await screen.findByText(accountMessages.en.failed);
    expect(password()).toBeDefined();
    expect(results).toEqual([false]);
  });

  it("tells an account without a password to sign out and in again", async () => {
    const identity = {
      id: "1",
      user_id: MEMBER.id,
      identity_id: "1",
      provider: "google",
      created_at: MEMBER.created_at,
    };
    const { user, dialog, session } = await begin({ ...MEMBER, identities: [identity] });
    expect(dialog.queryByLabelText(profile.password)).toBeNull();
    expect(dialog.getByText(reauthentication.otherWay)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: reauthentication.signOut }));
    await waitFor(() => expect(session.current().status).toBe("signed-out"));
  });
});
