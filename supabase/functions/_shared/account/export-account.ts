import * as v from "valibot";
import { type BackendCall, jsonOf, unavailable } from "./backend-calls.ts";
import { makeZip, type ZipEntry } from "./zip.ts";

const rowsSchema = v.array(v.looseObject({ avatar_url: v.nullish(v.string()) }));

/** Rows per response. */
const PAGE_ROWS = 1_000;

type ExportSource = {
  /** The account as returned by the auth service. */
  readonly user: { readonly id: string };
  /** Calls as the account's owner, or as the service. */
  readonly call: BackendCall;
};

/**
 * Returns all data of a member as a zip: account, profile, image, synchronized items and, for
 * staff, permissions and drafts.
 */
export async function exportAccount({ user, call }: ExportSource): Promise<Response> {
  const rowsOf = async (table: string, column: string, more = "") => {
    const path = `/rest/v1/${table}?select=*&${column}=eq.${user.id}${more}`;
    const rows = v.safeParse(rowsSchema, await jsonOf(await call(path)));
    if (!rows.success) throw unavailable();
    return rows.output;
  };
  const [profile = null] = await rowsOf("profiles", "id");
  const [staff] = await rowsOf("staff", "user_id");
  const drafts = await rowsOf("studio_drafts", "author");
  const items: object[] = [];
  for (let isFull = true; isFull;) {
    const page = `&deleted=is.false&order=topic,id&limit=${PAGE_ROWS}&offset=${items.length}`;
    const rows = await rowsOf("synced_items", "user_id", page);
    items.push(...rows.map(exportedItem));
    isFull = rows.length === PAGE_ROWS;
  }
  const image = await readImage(call, profile?.avatar_url ?? null);
  const zip = makeZip([
    jsonFile("account.json", user),
    jsonFile("profile.json", profile),
    ...(staff ? [jsonFile("rights.json", staff)] : []),
    ...(drafts.length > 0 ? [jsonFile("drafts.json", drafts)] : []),
    ...(items.length > 0 ? [jsonFile("bible-and-videos.json", items)] : []),
    ...(image ? [image] : []),
  ]);
  return new Response(zip, {
    headers: {
      // The client library returns a Blob for this type, and text for application/zip.
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="my-data.zip"',
      "cache-control": "no-store",
    },
  });
}

/** Row of synced_items without fields of the synchronization. */
function exportedItem({
  topic,
  id,
  data,
  changed_at: changedAt,
}: Readonly<Record<string, unknown>>) {
  return { topic, id, changedAt, data };
}

function jsonFile(name: string, value: unknown): ZipEntry {
  return { name, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) };
}

async function readImage(call: BackendCall, avatarUrl: string | null): Promise<ZipEntry | null> {
  const name = avatarUrl?.split("/").at(-1);
  if (name === undefined) return null;
  const response = await call(`/storage/v1/object/public/avatars/${encodeURIComponent(name)}`);
  if (!response.ok) return null;
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}
