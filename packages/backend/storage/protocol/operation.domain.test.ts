import { describe, expect, it } from "vitest";
import { operationOf } from "./operation.domain.ts";

describe("the operation of a request", () => {
  it.each([
    ["GET", "/storage/v1/bucket", "storage.bucket.list"],
    ["POST", "/storage/v1/bucket/films/empty", "storage.bucket.empty"],
    ["POST", "/storage/v1/object/list/films", "storage.object.list"],
    ["POST", "/storage/v1/object/sign/films", "storage.object.sign_many"],
    ["POST", "/storage/v1/object/sign/films/a.mp4", "storage.object.sign"],
    ["POST", "/storage/v1/object/upload/sign/films/a.mp4", "storage.object.sign_upload_url"],
    ["POST", "/storage/v1/object/films/sign/a.mp4", "storage.object.upload"],
    ["PUT", "/storage/v1/object/films/a.mp4", "storage.object.upload_update"],
    ["GET", "/storage/v1/object/films/a.mp4", "storage.object.get_authenticated"],
    ["HEAD", "/storage/v1/object/films/a.mp4", "storage.object.head_authenticated_info"],
    ["GET", "/storage/v1/object/info/films/a.mp4", "storage.object.get_authenticated_info"],
    ["DELETE", "/storage/v1/object/films", "storage.object.delete_many"],
    ["DELETE", "/object/films/a.mp4", "storage.object.delete"],
    ["HEAD", "/storage/v1/upload/resumable/x", "storage.tus.upload.get"],
    ["PATCH", "/storage/v1/upload/resumable/x", "storage.tus.upload.part"],
    ["GET", "/storage/v1/render/image/authenticated/b/a.png", "storage.render.image_authenticated"],
    ["GET", "/storage/v1/elsewhere", null],
  ])("%s %s is %s", (method, path, operation) => {
    expect(operationOf(method, path)).toBe(operation);
  });
});
