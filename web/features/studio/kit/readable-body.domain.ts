import type { z } from "zod";
import type { DocumentBody } from "#shared/studio/documents.ts";

/**
 * What of a published body can be shown in its fields. A field that holds something of another kind than
 * the schema knows (written past the studio) is left out, so that a page never breaks; what merely
 * breaks a rule stays, to be mended.
 */
export function readableBody<Body extends object>(
  schema: z.ZodType<Body>,
  seed: Body,
  body: DocumentBody,
): DocumentBody {
  const checked = schema.safeParse({ ...seed, ...body });
  if (checked.success) return body;
  const broken = new Set(
    checked.error.issues.flatMap((issue) => {
      if (issue.code === "unrecognized_keys") return issue.keys;
      const isOtherKind = issue.code === "invalid_type" || issue.code === "invalid_union";
      return isOtherKind && issue.path.length === 1 ? issue.path.map(String) : [];
    }),
  );
  return Object.fromEntries(Object.entries(body).filter(([field]) => !broken.has(field)));
}
