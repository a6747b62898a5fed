import { expect, it, onTestFinished } from "vitest";
import { createFakeServer } from "#tests/support/fake-server.ts";
import { refuseStorage } from "#tests/support/full-storage.ts";
import { MEMBER, sessionOf } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { hasStoredSession, setSessionBackend } from "./session-flag.ts";
import { isSessionHeld, storedUserId } from "./stored-session.ts";

const KEY = "sb-localhost-auth-token";
const WHOLE = JSON.stringify(sessionOf(MEMBER));

it.each([
  ["of another project", "sb-abcdefghij-auth-token", WHOLE],
  ["of a verifier", `${KEY}-code-verifier`, WHOLE],
  ["that is no JSON", KEY, "{broken"],
  ["that is cut off", KEY, WHOLE.slice(0, 80)],
  ["that is empty", KEY, ""],
  ["of null", KEY, "null"],
  ["of a list", KEY, "[]"],
  ["of an empty object", KEY, "{}"],
  ["without its account", KEY, JSON.stringify({ ...sessionOf(MEMBER), user: undefined })],
  ["without its tokens", KEY, JSON.stringify({ user: MEMBER, expires_at: 1 })],
])("ignores an entry %s", (_case, key, text) => {
  localStorage.setItem(key, text);
  expect(hasStoredSession()).toBe(false);
  expect(storedUserId()).toBeNull();
});

it("counts a session of this backend at any backend URL", () => {
  localStorage.setItem(KEY, WHOLE);
  expect(storedUserId()).toBe(MEMBER.id);
  setSessionBackend("https://abcdefghij.supabase.co");
  onTestFinished(() => setSessionBackend(""));
  expect(hasStoredSession()).toBe(false);
  localStorage.setItem("sb-abcdefghij-auth-token", WHOLE);
  expect(hasStoredSession()).toBe(true);
});

it("counts a session that the browser cannot store until the tab ends it", async () => {
  refuseStorage();
  const server = createFakeServer();
  await signInMember(server);
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(hasStoredSession()).toBe(true);
  expect(isSessionHeld()).toBe(true);
  expect(storedUserId()).toBe(MEMBER.id);
  const { openSession } = await import("./session.ts");
  await openSession({ backendUrl: "", publishableKey: "" }).leave("local");
  expect(hasStoredSession()).toBe(false);
});
