import { AccountError, jsonOf, unavailable } from "./backend-calls.ts";
import type { OwnAccount } from "./own-account.ts";
import { removePictures } from "./remove-pictures.ts";

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
    throw new AccountError(409, "last_owner", "Make somebody else an owner of this site first");
  }
  await removePictures(asMember, user.id);
  const deleted = await asService(`/auth/v1/admin/users/${user.id}`, { method: "DELETE" });
  if (!deleted.ok) throw unavailable();
  return Response.json({}, { headers: { "cache-control": "no-store" } });
}
