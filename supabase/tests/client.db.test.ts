import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend } from "#tests/support/test-backend.ts";
import type { TestBackend } from "@reign-tv/backend/testing";

/** The product's tables and buckets over HTTP with the unmodified client. */
describe("the client", () => {
  let backend: TestBackend;
  let count = 0;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  const open = () =>
    createClient(backend.url, backend.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
  const signUp = async () => {
    const client = open();
    count += 1;
    const { data, error } = await client.auth.signUp({
      email: `member-${count}@example.test`,
      password: "a long enough passphrase",
      options: { data: { full_name: "Anna Moyo" } },
    });
    if (error !== null || data.session === null) throw error ?? new Error("no session");
    return { client, id: data.session.user.id };
  };

  it("signs up, reads and edits the profile, and rejects other users (S7.9, S7.10)", async () => {
    const anna = await signUp();
    const bert = await signUp();
    const read = await anna.client.from("profiles").select("*").eq("id", anna.id).single();
    expect(read.data).toMatchObject({ id: anna.id, full_name: "Anna Moyo", username: null });

    const upsert = await anna.client.from("profiles").upsert({ id: anna.id, full_name: "Anna M" });
    expect(upsert.error).toBe(null);
    const update = await anna.client
      .from("profiles")
      .update({ username: "anna", bio: "Hi", updated_at: new Date().toISOString() })
      .eq("id", anna.id)
      .select()
      .single();
    expect(update.data).toMatchObject({ full_name: "Anna M", username: "anna", bio: "Hi" });

    const others = await bert.client.from("profiles").select("id").eq("id", anna.id);
    expect(others.data).toEqual([]);
    const visitor = await open().from("profiles").select("id");
    expect(visitor.status).toBe(401);
    expect(visitor.error).toMatchObject({ code: "42501" });
    const taken = await bert.client.from("profiles").update({ username: "anna" }).eq("id", bert.id);
    expect(taken).toMatchObject({ status: 409, error: { code: "23505" } });
    const broken = await bert.client.from("profiles").update({ username: "b" }).eq("id", bert.id);
    expect(broken).toMatchObject({ status: 400, error: { code: "23514" } });
  });

  it("has the avatars bucket where the client expects it", async () => {
    const { client } = await signUp();
    const { data } = await client.storage.listBuckets();
    expect(data?.map(({ name }) => name)).toEqual(["avatars"]);
  });
});
