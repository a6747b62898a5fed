import type { z } from "zod";
import type { DocumentBody } from "#shared/studio/documents.ts";

/**
 * Returns the fields of a published body whose type fits the schema, so that an invalid stored
 * value never breaks a page. Values that only break a rule stay, to be corrected.
 */
export function readableBody<Body extends object>(
  schema: z.ZodType<Body>,
  defaults: Body,
  body: DocumentBody,
): DocumentBody {
  const checked = schema.safeParse({ ...defaults, ...body });
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
