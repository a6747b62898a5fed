import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { accountMessages } from "#shared/messages/account/account.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { createFakeServer, json, onHold, unreachable } from "#tests/support/fake-server.ts";
import { MEMBER, tokenOf } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { descriptionOf, fill, findToast, textOf } from "#tests/support/view-actions.ts";
import { hasStoredSession } from "#web/lib/session/session-flag.ts";
import { DeleteDialog, ExportDialog } from "./account-data-dialogs.tsx";

const { en, fr } = profileMessages;
const EXPORT = "POST /functions/v1/account-export";
const DELETE = "POST /functions/v1/account-delete";

type Options = Parameters<typeof renderView>[1];

async function open(Dialog: typeof ExportDialog, options: Options = {}) {
  const server = createFakeServer();
  await signInMember(server);
  const onClose = vi.fn<() => void>();
  const view = renderView(<Dialog user={MEMBER} onClose={onClose} />, { ...options, server });
  const texts = profileMessages[options.language ?? "en"];
  async function confirm(password: string, action: string) {
    await fill(view.user, screen.getByLabelText(texts.password), password);
    await view.user.click(screen.getByRole("button", { name: action }));
  }
  return { ...view, onClose, confirm };
}

describe.each([
  ["the export", ExportDialog, EXPORT, "exportData", "exporting", "exportFailed"],
  ["the deletion", DeleteDialog, DELETE, "deleteAccount", "deleting", "deleteFailed"],
] as const)("%s", (_name, Dialog, path, action, pending, failed) => {
  it("asks for the password before it sends a request", async () => {
    const { server, confirm } = await open(Dialog, { language: "fr" });
    await confirm("", fr[action]);
    const field = screen.getByLabelText(fr.password);
    expect(descriptionOf(field)).toBe(accountMessages.fr.rules.passwordRequired);
    expect(document.activeElement).toBe(field);
    expect(server.to(path)).toEqual([]);
  });

  it("shows a wrong password at the field, in French, and stays open", async () => {
    const { server, confirm, onClose } = await open(Dialog, { language: "fr" });
    server.answer(path, () => json({ code: "wrong_password", error: "Wrong password" }, 403));
    await confirm("not it", fr[action]);
    expect(await screen.findByText(fr.wrongPassword)).toBeDefined();
    expect(descriptionOf(screen.getByLabelText(fr.password))).toBe(fr.wrongPassword);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    ["nothing answers", unreachable, accountMessages.en.tryLater],
    [
      "the answer is a page",
      () => new Response("<html>", { status: 502 }),
      "Please try again later",
    ],
    [
      "the service has words",
      () => json({ code: "slow_down", error: "Too many tries." }, 429),
      "Too many tries.",
    ],
  ])("says why it failed when %s and stays open", async (_why, answering, text) => {
    const { server, confirm, onClose } = await open(Dialog);
    server.answer(path, answering);
    await confirm("green pastures 23", en[action]);
    const toast = textOf(await screen.findByRole("alert"));
    expect(toast).toContain(en[failed]);
    expect(toast).toContain(text);
    expect(onClose).not.toHaveBeenCalled();
    expect(hasStoredSession()).toBe(true);
  });

  it("shows that it is pending and aborts on Cancel", async () => {
    const { user, server, confirm, onClose } = await open(Dialog);
    await user.click(screen.getByRole("button", { name: en.cancel }));
    expect(onClose).toHaveBeenCalledOnce();
    const response = onHold();
    server.answer(path, response.answering);
    await confirm("green pastures 23", en[action]);
    expect(screen.getByRole("button", { name: en[pending] })).toHaveProperty("disabled", true);
    response.release(json({ code: "wrong_password", error: "" }, 403));
    expect(await screen.findByText(en.wrongPassword)).toBeDefined();
  });

  it("sends the password in the body only", async () => {
    const { server, confirm } = await open(Dialog);
    server.answer(path, () => json({ code: "wrong_password", error: "" }, 403));
    await confirm("green pastures 23", en[action]);
    await screen.findByText(en.wrongPassword);
    const [sent] = server.to(path);
    expect(sent?.body).toEqual({ password: "green pastures 23" });
    expect(sent?.search.size).toBe(0);
    expect(sent?.headers.get("authorization")).toBe(`Bearer ${tokenOf(MEMBER)}`);
  });
});

describe("a successful export", () => {
  const downloads: string[] = [];

  beforeEach(() => {
    downloads.length = 0;
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function note(
      this: HTMLAnchorElement,
    ) {
      downloads.push(this.download);
    });
  });

  it.each([
    ["en", "my-data.zip"],
    ["fr", "mes-donnees.zip"],
  ] as const)("is offered in %s as %s", async (language, name) => {
    const { server, confirm, onClose } = await open(ExportDialog, { language });
    const texts = profileMessages[language];
    server.answer(
      EXPORT,
      () => new Response("PK", { headers: { "content-type": "application/octet-stream" } }),
    );
    await confirm("green pastures 23", texts.exportData);
    expect(textOf(await findToast())).toContain(texts.exportedText);
    expect(downloads).toEqual([name]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("offers no file when the response is not one", async () => {
    const { server, confirm } = await open(ExportDialog);
    server.answer(EXPORT, () => json({ not: "a file" }));
    await confirm("green pastures 23", en.exportData);
    expect(textOf(await screen.findByRole("alert"))).toContain(en.exportFailed);
    expect(downloads).toEqual([]);
  });
});

it("links to the website in the native app, which saves no files", async () => {
  await open(ExportDialog, {
    language: "fr",
    site: { serverUrl: "https://tv.example", siteUrl: "https://tv.example" },
  });
  expect(screen.getByText(fr.exportElsewhere)).toBeDefined();
  expect(screen.queryByLabelText(fr.password)).toBeNull();
  const link = screen.getByRole("link", { name: /Ouvrir dans le navigateur/ });
  expect(link.getAttribute("href")).toBe("https://tv.example/fr/profile");
  expect(link.getAttribute("rel")).toBe("noopener noreferrer");
});

it("ends the session on this device after a deletion", async () => {
  const { server, confirm, onClose } = await open(DeleteDialog, { language: "fr" });
  server.answer(DELETE, () => json({}));
  await confirm("green pastures 23", fr.deleteAccount);
  expect(textOf(await findToast())).toContain(fr.deletedText);
  expect(hasStoredSession()).toBe(false);
  expect(onClose).toHaveBeenCalledOnce();
});
