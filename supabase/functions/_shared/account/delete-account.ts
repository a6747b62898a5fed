import { z } from "zod";
import { AccountRefusal, jsonOf, type OwnAccount } from "./own-account.ts";

const objectsSchema = z.array(z.looseObject({ name: z.string() }));

/**
 * Deletes a member's account: first the pictures, as their owner, then the account itself, with
 * which profile, sessions and identities go. A fault on the way leaves an account that can be deleted
 * again, never a picture without an owner.
 */
export async function deleteAccount({ user, asMember, asService }: OwnAccount): Promise<Response> {
  const listed = objectsSchema.safeParse(
    await jsonOf(
      await asMember("/storage/v1/object/list/avatars", {
        method: "POST",
        body: JSON.stringify({ prefix: "", search: user.id, limit: 1000 }),
      }),
    ),
  );
  if (!listed.success) throw unavailable();
  // The policy shows the caller's own objects alone; the name says it once more.
  const names = listed.data.map(({ name }) => name).filter((name) => name.startsWith(user.id));
  if (names.length > 0) {
    const removed = await asMember("/storage/v1/object/avatars", {
      method: "DELETE",
      body: JSON.stringify({ prefixes: names }),
    });
    if (!removed.ok) throw unavailable();
  }
  const deleted = await asService(`/auth/v1/admin/users/${user.id}`, { method: "DELETE" });
  if (!deleted.ok) throw unavailable();
  return Response.json({}, { headers: { "cache-control": "no-store" } });
}

function unavailable(): AccountRefusal {
  return new AccountRefusal(503, "unavailable", "Please try again later");
}
