import { z } from "zod";
import { type BackendCall, jsonOf, unavailable } from "./backend-calls.ts";

const objectsSchema = z.array(z.looseObject({ name: z.string() }));

/**
 * Deletes an account's images, as its owner or as the service.
 *
 * @throws AccountError if the storage service fails
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
  // The policy limits an owner to its own objects; this check repeats it for the service.
  const names = listed.data.map(({ name }) => name).filter((name) => name.startsWith(userId));
  if (names.length === 0) return;
  const removed = await call("/storage/v1/object/avatars", {
    method: "DELETE",
    body: JSON.stringify({ prefixes: names }),
  });
  if (!removed.ok) throw unavailable();
}
