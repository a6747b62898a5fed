import { AccountRefusal, jsonOf, unavailable } from "./backend-calls.ts";
import type { OwnAccount } from "./own-account.ts";
import { removePictures } from "./remove-pictures.ts";

/**
 * Deletes a member's account: first the pictures, as their owner, then the account itself, with
 * which profile, sessions, identities and rights go. A fault on the way leaves an account that can be deleted
 * again, never a picture without an owner. The last owner of the site stays until somebody else is one.
 */
export async function deleteAccount({ user, asMember, asService }: OwnAccount): Promise<Response> {
  const isLast = await jsonOf(
    await asMember("/rest/v1/rpc/studio_is_last_owner", { method: "POST", body: "{}" }),
  );
  if (isLast === true) {
    throw new AccountRefusal(409, "last_owner", "Make somebody else an owner of this site first");
  }
  await removePictures(asMember, user.id);
  const deleted = await asService(`/auth/v1/admin/users/${user.id}`, { method: "DELETE" });
  if (!deleted.ok) throw unavailable();
  return Response.json({}, { headers: { "cache-control": "no-store" } });
}
