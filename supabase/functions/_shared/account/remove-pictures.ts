import { z } from "zod";
import { type BackendCall, jsonOf, unavailable } from "./backend-calls.ts";

const objectsSchema = z.array(z.looseObject({ name: z.string() }));

/**
 * Deletes an account's pictures in the name of its owner, or of the service.
 *
 * @throws AccountRefusal while the storage service does not do it.
 */
export async function removePictures(call: BackendCall, userId: string): Promise<void> {
  const listed = objectsSchema.safeParse(
    await jsonOf(
      await call("/storage/v1/object/list/avatars", {
        method: "POST",
        body: JSON.stringify({ prefix: "", search: userId, limit: 1000 }),
      }),
    ),
  );
  if (!listed.success) throw unavailable();
  // The policy shows an owner the own objects alone; the name says it once more.
  const names = listed.data.map(({ name }) => name).filter((name) => name.startsWith(userId));
  if (names.length === 0) return;
  const removed = await call("/storage/v1/object/avatars", {
    method: "DELETE",
    body: JSON.stringify({ prefixes: names }),
  });
  if (!removed.ok) throw unavailable();
}
