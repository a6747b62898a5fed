import type { Caller } from "@reign-tv/backend";
import type { TestDatabase } from "@reign-tv/backend/testing";
import { type Permission, PERMISSIONS } from "#shared/studio/permissions.ts";

export const STAFF_MEMBER = signedIn("0000-4000-8000-000000000001");
export const OTHER_MEMBER = signedIn("0000-4000-8000-000000000002");

function signedIn(end: string): Caller & { userId: string } {
  const [userId, sessionId] = [`aaaaaaaa-${end}`, `bbbbbbbb-${end}`];
  const claims = {
    role: "authenticated",
    sub: userId,
    session_id: sessionId,
    aal: "aal1",
  } as const;
  return { role: "authenticated", claims, userId, sessionId };
}

/** Adds `STAFF_MEMBER` with one permission, and `OTHER_MEMBER` with all others except "people". */
export async function addStaff(test: TestDatabase, permission: Permission): Promise<void> {
  const others = PERMISSIONS.filter((one) => one !== permission && one !== "people");
  for (const [{ userId, sessionId }, permissions] of [
    [STAFF_MEMBER, [permission]],
    [OTHER_MEMBER, others],
  ] as const) {
    await test.database.auth`
      insert into auth.users (id, aud, role, email) values
        (${userId}, 'authenticated', 'authenticated', ${`${userId}@example.test`})`;
    await test.database.auth`
      insert into auth.sessions (id, user_id) values (${sessionId}, ${userId})`;
    await test.admin`
      insert into public.staff (user_id, permissions) values (${userId}, ${permissions})`;
  }
}

/** Returns the value of an SQL expression, as a request of the caller gets it. */
export async function valueFor(test: TestDatabase, caller: Caller, call: string): Promise<unknown> {
  const [row] = await test.database.asCaller(
    { caller, method: "POST", path: "/studio", headers: {}, isReadOnly: false },
    (sql) => sql.unsafe(`select ${call} as value`),
  );
  return row?.["value"];
}
