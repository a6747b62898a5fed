import { expect, it } from "vitest";
import { BUCKET_POLICIES } from "./product-settings.ts";

it("saves an avatar under a name that does not reveal its owner's id", () => {
  expect(BUCKET_POLICIES.get("avatars")?.downloadName("jpg")).toBe("avatar.jpg");
});

it.each(["files", "constructor", "__proto__", ""])("a bucket %j has no policy", (id) => {
  expect(BUCKET_POLICIES.get(id)).toBeUndefined();
});
