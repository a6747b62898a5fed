import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { MEMBER, PROTECTED_MEMBER } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import { PublishForm } from "./publish-form.tsx";

const { en, fr } = devotionalMessages;
const PUBLISH = "POST /rest/v1/devotionals";
const ADMIN = { ...PROTECTED_MEMBER, app_metadata: { role: "admin" } };

function entry(day: number) {
  return { day, title: `Day ${day}`, verse: "John 3:16", content: "A word." };
}

const onPublished = vi.fn();
beforeEach(() => onPublished.mockClear());

async function openForm(
  days: readonly number[],
  language: "en" | "fr" = "en",
  member: typeof MEMBER = ADMIN,
) {
  const server = createFakeServer();
  await signInMember(server, member);
  const view = (
    <PublishForm entries={days.map(entry)} today="2026-02-14" onPublished={onPublished} />
  );
  return renderView(view, { server, language });
}

describe("who may publish", () => {
  test.each([
    ["a member", { ...MEMBER, app_metadata: {} }],
    ["a member who calls themselves one", { ...MEMBER, app_metadata: { role: "Admin" } }],
    ["a member whose own words say so", { ...MEMBER, user_metadata: { role: "admin" } }],
  ])("is not offered to %s", async (_who, member) => {
    const { container } = await openForm([1], "en", { ...ADMIN, ...member });
    expect(container.textContent).toBe("");
  });

  test("asks an administrator without a second proof to set one up", async () => {
    const unprotected = { ...MEMBER, app_metadata: ADMIN.app_metadata };
    const { container } = await openForm([1], "en", unprotected);
    expect(container.textContent).toContain(en.publishNeedsProof);
    const link = screen.getByRole("link", { name: en.publishSetUp });
    expect(link.getAttribute("href")).toBe("/profile#two-step");
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("begins with this month and the page's language", async () => {
    await openForm([1], "fr");
    expect(screen.getByLabelText<HTMLInputElement>(fr.publishMonth).value).toBe("2026-02");
    const chosen = screen.getByRole<HTMLInputElement>("radio", { name: "français" });
    expect(chosen.checked).toBe(true);
    expect(screen.getByRole("group", { name: fr.publishLanguage })).toBeDefined();
  });

  test("has nothing to send without an upload", async () => {
    await openForm([]);
    expect(screen.getByRole("button", { name: en.publish })).toHaveProperty("disabled", true);
  });
});

describe("publishing", () => {
  test.each([
    [[1, 29], "29"],
    [[0, 30, 31], "0, 30, 31"],
    [[3, 3], "3"],
    [[1.5], "1.5"],
  ])("the days %j of February names those that cannot be: %s", async (days, refused) => {
    const { user, server } = await openForm(days, "fr");
    await user.click(screen.getByRole("button", { name: fr.publish }));
    expect(textOf(await screen.findByRole("alert"))).toContain(fr.publishRefused(refused));
    expect(server.to(PUBLISH)).toEqual([]);
  });

  test.each([
    ["en", [1], "1 devotional is published."],
    ["fr", [1, 28], "2 méditations sont publiées."],
  ] as const)("in %s the days %j is told as %j", async (language, days, words) => {
    const { user, server } = await openForm(days, language);
    server.answer(PUBLISH, () => new Response(null, { status: 201 }));
    await user.click(screen.getByRole("button", { name: devotionalMessages[language].publish }));
    expect(textOf(await screen.findByRole("status"))).toContain(words);
    expect(onPublished).toHaveBeenCalledOnce();
    const [sent] = server.to(PUBLISH);
    expect(sent?.body).toEqual(
      days.map((day) => ({
        date: `2026-02-${String(day).padStart(2, "0")}`,
        language,
        title: `Day ${day}`,
        verse: "John 3:16",
        content: "A word.",
        status: "published",
      })),
    );
    expect(sent?.search.get("on_conflict")).toBe("date,language");
  });

  test("can be for the other language than the page's", async () => {
    const { user, server } = await openForm([1], "en");
    server.answer(PUBLISH, () => new Response(null, { status: 201 }));
    await user.click(screen.getByRole("radio", { name: "French" }));
    await user.click(screen.getByRole("button", { name: en.publish }));
    await screen.findByRole("status");
    expect(server.to(PUBLISH)[0]?.body).toMatchObject([{ language: "fr" }]);
  });

  test("says that it is under way", async () => {
    const { user, server } = await openForm([1], "fr");
    const hold = onHold();
    server.answer(PUBLISH, hold.answering);
    await user.click(screen.getByRole("button", { name: fr.publish }));
    expect(screen.getByRole("button", { name: fr.publishing })).toHaveProperty("disabled", true);
    hold.release(new Response(null, { status: 201 }));
    expect(await screen.findByRole("status")).toBeDefined();
  });

  test("to a database that refuses fails with its reason", async () => {
    const { user, server } = await openForm([1]);
    server.answer(PUBLISH, () => json({ code: "42501", message: "permission denied" }, 403));
    await user.click(screen.getByRole("button", { name: en.publish }));
    const toast = textOf(await screen.findByRole("alert"));
    expect(toast).toContain(en.publishFailed);
    expect(toast).toContain("permission denied");
    expect(onPublished).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: en.publish })).toHaveProperty("disabled", false);
  });

  test("to a database that does not answer fails, and can be tried again", async () => {
    const { user, server } = await openForm([1], "fr");
    server.answer(PUBLISH, unreachable);
    await user.click(screen.getByRole("button", { name: fr.publish }));
    const toast = textOf(await screen.findByRole("alert"));
    expect(toast).toContain(fr.publishFailed);
    expect(toast).toContain(fr.publishUnreachable);
    expect(screen.getByRole("button", { name: fr.publish })).toHaveProperty("disabled", false);
  });
});
