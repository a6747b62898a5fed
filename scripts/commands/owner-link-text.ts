import * as v from "valibot";
import type { SupabaseClient } from "@supabase/supabase-js";
import { firstOwnerLine, firstOwnerSchema } from "#server/studio/invitations.ts";

/**
 * Text with a link for the studio's first owner, or that there is an owner. Earlier links become invalid.
 *
 * @param client holds the secret key
 * @throws Error with one sentence for people
 */
export async function ownerLinkText(client: SupabaseClient, siteUrl: string): Promise<string> {
  const { data, error } = await client.rpc("studio_first_owner");
  if (error) throw new Error(`The link could not be made: ${error.message}`);
  const link = v.parse(firstOwnerSchema, data);
  return link === null
    ? "The studio already has an owner. Owners invite others in the studio (Team)."
    : firstOwnerLine(siteUrl, link.token);
}
