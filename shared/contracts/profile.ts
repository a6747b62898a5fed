import * as v from "valibot";

const field = v.nullable(v.string());

/** What a member tells about themselves, as the backend answers it to them alone: a row of profiles. */
export const profileSchema = v.object({
  full_name: field,
  username: field,
  bio: field,
  phone: field,
  avatar_url: field,
});

export type Profile = v.InferOutput<typeof profileSchema>;
