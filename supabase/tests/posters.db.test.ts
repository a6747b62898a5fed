import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uploadedPoster } from "#shared/live/poster.domain.ts";
import { type StorageMember, startStorageTest, type StorageTest } from "@reign-tv/backend/testing";
import { BUCKET_POLICIES } from "#server/settings/product-settings.ts";

let test: StorageTest;
let staff: StorageMember;
let jpeg: Blob;
let count = 0;
beforeAll(async () => {
  test = await startStorageTest({ settings: { bucketPolicies: BUCKET_POLICIES } });
  jpeg = await picture("jpeg");
});
afterAll(() => test.close());
beforeEach(async () => {
  staff = await addStaff(["channels"]);
});

async function picture(format: "jpeg" | "png"): Promise<Blob> {
  const bytes = await sharp({
    create: { width: 1_600, height: 900, channels: 3, background: "purple" },
  })
    .withExif({ IFD0: { Make: "SecretCamera" } })
    .toFormat(format)
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: `image/${format}` });
}

async function addStaff(permissions: string[]): Promise<StorageMember> {
  const member = await test.addMember();
  await test.backend.admin`
    insert into public.staff (user_id, permissions) values (${member.id}, ${permissions})`;
  return member;
}

const nextName = (): string => {
  count += 1;
  return uploadedPoster(count.toString(16).padStart(32, "0"));
};
const bucketOf = ({ client }: Pick<StorageMember, "client">) => client.storage.from("posters");

describe("a channel's image", () => {
  it("is stored by channel staff, encoded again, and public", async () => {
    const name = nextName();
    expect((await bucketOf(staff).upload(name, jpeg)).error).toBeNull();
    const response = await fetch(bucketOf(staff).getPublicUrl(name).data.publicUrl);
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    const stored = Buffer.from(await response.arrayBuffer());
    expect(stored.includes("SecretCamera")).toBe(false);
    expect(await sharp(stored).metadata()).toMatchObject({ width: 1_280, height: 720 });
  });

  it("is rejected from visitors, members and other staff", async () => {
    const callers = [
      { client: test.visitor },
      await test.addMember(),
      await addStaff(["videos", "devotionals"]),
    ];
    for (const caller of callers) {
      const { error } = await bucketOf(caller).upload(nextName(), jpeg);
      expect(error?.message).toMatch(/row-level security|new row violates/);
      expect((await bucketOf(caller).list()).data).toEqual([]);
    }
  });

  it("is never replaced or removed, because an earlier version may name it", async () => {
    const name = nextName();
    await bucketOf(staff).upload(name, jpeg);
    const again = await bucketOf(staff).upload(name, jpeg, { upsert: true });
    expect(again.error).not.toBeNull();
    await bucketOf(staff).remove([name]);
    expect((await fetch(bucketOf(staff).getPublicUrl(name).data.publicUrl)).status).toBe(200);
  });

  it.each([
    ["another name", "../channel.jpg", /./],
    ["a name of a staff's own", "english.jpg", /./],
    ["capitals", uploadedPoster("A".repeat(32)), /./],
  ])("is rejected under another name: %s", async (_what, name, reason) => {
    const { error } = await bucketOf(staff).upload(name, jpeg);
    expect(error?.message).toMatch(reason);
  });

  it.each([
    ["a drawing", new Blob(["<svg onload='hit()'/>"], { type: "image/svg+xml" })],
    ["a drawing that says it is a photo", new Blob(["<svg/>"], { type: "image/jpeg" })],
    ["no picture", new Blob(["hello"], { type: "image/jpeg" })],
    ["too much", new Blob([new Uint8Array(2_200_000)], { type: "image/jpeg" })],
  ])("is rejected unless it is a photo: %s", async (_what, file) => {
    const name = nextName();
    expect((await bucketOf(staff).upload(name, file)).error).not.toBeNull();
    expect((await fetch(bucketOf(staff).getPublicUrl(name).data.publicUrl)).status).not.toBe(200);
  });
});
