/** Upstream's names of operations, which policies read with `storage.operation()`. */

type Rule = readonly [method: string, path: RegExp, operation: string];

/** The first match wins; HEAD counts as GET. */
const RULES: readonly Rule[] = [
  ["GET", /^\/bucket\/?$/, "bucket.list"],
  ["POST", /^\/bucket\/?$/, "bucket.create"],
  ["GET", /^\/bucket\/[^/]+$/, "bucket.get"],
  ["PUT", /^\/bucket\/[^/]+$/, "bucket.update"],
  ["DELETE", /^\/bucket\/[^/]+$/, "bucket.delete"],
  ["POST", /^\/bucket\/[^/]+\/empty$/, "bucket.empty"],
  ["POST", /^\/object\/list\/[^/]+$/, "object.list"],
  ["POST", /^\/object\/list-v2\/[^/]+$/, "object.list_v2"],
  ["POST", /^\/object\/move$/, "object.move"],
  ["POST", /^\/object\/copy$/, "object.copy"],
  ["POST", /^\/object\/upload\/sign\//, "object.sign_upload_url"],
  ["POST", /^\/object\/sign\/[^/]+$/, "object.sign_many"],
  ["POST", /^\/object\/sign\//, "object.sign"],
  ["GET", /^\/object\/info\//, "object.get_authenticated_info"],
  ["HEAD", /^\/object\//, "object.head_authenticated_info"],
  ["GET", /^\/object\//, "object.get_authenticated"],
  ["POST", /^\/object\//, "object.upload"],
  ["PUT", /^\/object\//, "object.upload_update"],
  ["DELETE", /^\/object\/[^/]+$/, "object.delete_many"],
  ["DELETE", /^\/object\//, "object.delete"],
  ["GET", /^\/render\/image\/authenticated\//, "render.image_authenticated"],
  ["POST", /^\/upload\/resumable/, "tus.upload.create"],
  ["PATCH", /^\/upload\/resumable/, "tus.upload.part"],
  ["GET", /^\/upload\/resumable/, "tus.upload.get"],
  ["DELETE", /^\/upload\/resumable/, "tus.upload.delete"],
];

/**
 * @param path the whole request path.
 * @returns "storage.object.list" and the like, or null without a name.
 */
export function operationOf(method: string, path: string): string | null {
  const below = path.replace(/^.*?\/storage\/v1(?=\/)/, "");
  const fits = (wanted: string): Rule | undefined =>
    RULES.find(([verb, pattern]) => verb === wanted && pattern.test(below));
  const rule = fits(method) ?? (method === "HEAD" ? fits("GET") : undefined);
  return rule === undefined ? null : `storage.${rule[2]}`;
}
