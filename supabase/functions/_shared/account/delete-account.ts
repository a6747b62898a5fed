import * as v from "valibot";
import { AccountError, type BackendCall, jsonOf, unavailable } from "./backend-calls.ts";
import type { OwnAccount } from "./own-account.ts";

const objectsSchema = v.array(v.object({ name: v.string() }));

/**
 * Deletes an account's images, as its owner or as the service.
 *
 * @throws AccountError if the storage service fails
 */
export async function deleteImages(call: BackendCall, userId: string): Promise<void> {
  const listed = v.safeParse(
    objectsSchema,
    await jsonOf(
      await call("/storage/v1/object/list/avatars", {
        method: "POST",
        body: JSON.stringify({ prefix: "", search: userId, limit: 1000 }),
      }),
    ),
  );
  if (!listed.success) throw unavailable();
  // The policy limits an owner to its own objects; this check repeats it for the service.
  const names = listed.output.map(({ name }) => name).filter((name) => name.startsWith(userId));
  if (names.length === 0) return;
  const removed = await call("/storage/v1/object/avatars", {
    method: "DELETE",
    body: JSON.stringify({ prefixes: names }),
  });
  if (!removed.ok) throw unavailable();
}

/**
 * Deletes a member's account: first the images as their owner, then the account with its
 * profile, sessions, identities and permissions. After a failure the account can be deleted again,
 * and no image loses its owner. The last owner of the site cannot be deleted.
 */
export async function deleteAccount({ user, asMember, asService }: OwnAccount): Promise<Response> {
  const isLast = await jsonOf(
    await asMember("/rest/v1/rpc/studio_is_last_owner", { method: "POST", body: "{}" }),
  );
  if (isLast === true) {
    throw new AccountError(409, "last_owner", "Make someone else an owner of this site first");
  }
  await deleteImages(asMember, user.id);
  const deleted = await asService(`/auth/v1/admin/users/${user.id}`, { method: "DELETE" });
  if (!deleted.ok) throw unavailable();
  return Response.json({}, { headers: { "cache-control": "no-store" } });
}
