import { z } from "zod";
import { AccountRefusal, jsonOf, type OwnAccount } from "./own-account.ts";
import { makeZip, type ZipEntry } from "./zip.ts";

const profileRowsSchema = z.array(z.looseObject({ avatar_url: z.string().nullish() })).max(1);

/** Everything that is held about a member, as a zip: account, profile and picture. */
export async function exportAccount({ user, asMember }: OwnAccount): Promise<Response> {
  const rows = profileRowsSchema.safeParse(
    await jsonOf(await asMember(`/rest/v1/profiles?select=*&id=eq.${user.id}`)),
  );
  if (!rows.success) throw new AccountRefusal(503, "unavailable", "Please try again later");
  const [profile = null] = rows.data;
  const picture = await readPicture(asMember, profile?.avatar_url ?? null);
  const zip = makeZip([
    jsonFile("account.json", user),
    jsonFile("profile.json", profile),
    ...(picture ? [picture] : []),
  ]);
  return new Response(zip, {
    headers: {
      // The client library hands out a Blob for this type and text for application/zip.
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="my-data.zip"',
      "cache-control": "no-store",
    },
  });
}

function jsonFile(name: string, value: unknown): ZipEntry {
  return { name, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) };
}

async function readPicture(
  asMember: OwnAccount["asMember"],
  avatarUrl: string | null,
): Promise<ZipEntry | null> {
  const name = avatarUrl?.split("/").at(-1);
  if (name === undefined) return null;
  const response = await asMember(`/storage/v1/object/public/avatars/${encodeURIComponent(name)}`);
  if (!response.ok) return null;
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}
