import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { everyPage } from "#shared/messages/en/every-page.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import {
  createFakeServer,
  type FakeServer,
  json,
  unreachable,
} from "#tests/support/fake-server.ts";
import { MEMBER, tokenOf } from "#tests/support/member.ts";
import { signInMember } from "#tests/support/member-session.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { findToast, textOf } from "#tests/support/view-actions.ts";
import { AvatarControl } from "./avatar-control.tsx";

const { en, fr } = profileMessages;
const BUCKETS = "GET /storage/v1/bucket";
const UPDATE = "PATCH /rest/v1/profiles";
const REMOVE = "DELETE /storage/v1/object/avatars";
const FORMER = "http://localhost:3000/storage/v1/object/public/avatars/former.png";
const FIVE_MB = 5_242_880;

/** Upload whose progress the test controls. */
class FakeUpload extends EventTarget {
  static running: FakeUpload | null = null;
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  address = "";
  status = 0;
  responseText = "";

  open(_method: string, address: string): void {
    this.address = address;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  send(): void {
    FakeUpload.running = this;
  }
  abort(): void {
    this.respond(0, "");
  }
  progress(loaded: number, total: number): void {
    act(() => {
      this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total }));
    });
  }
  respond(status: number, responseText: string): void {
    Object.assign(this, { status, responseText });
    this.dispatchEvent(new Event("loadend"));
  }
}

beforeEach(() => {
  FakeUpload.running = null;
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
});

async function upload(): Promise<FakeUpload> {
  await expect.poll(() => FakeUpload.running).not.toBeNull();
  const { running } = FakeUpload;
  if (!running) throw new Error("Nothing was sent");
  return running;
}

type Options = { avatarUrl?: string | null; language?: "en" | "fr"; server?: FakeServer };

async function openControl({ avatarUrl = null, language = "en", server }: Options = {}) {
  const used = server ?? createFakeServer();
  await signInMember(used);
  used.answer(BUCKETS, () => json([{ id: "avatars", name: "avatars" }]));
  used.answer(UPDATE, () => json({ id: MEMBER.id }));
  used.answer(REMOVE, () => json([]));
  const view = renderView(<AvatarControl userId={MEMBER.id} avatarUrl={avatarUrl} initial="R" />, {
    server: used,
    language,
  });
  const input = view.container.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("No file input");
  const choose = (file: File | null) =>
    fireEvent.change(input, { target: { files: file ? [file] : [] } });
  return { ...view, input, choose };
}

function image(type = "image/png", bytes = 4): File {
  return new File([new Uint8Array(bytes)], "me", { type });
}

describe("a file that is not an accepted image", () => {
  it.each([
    ["a document", image("application/pdf"), fr.avatar.avatarType],
    ["an SVG, which may hold script", image("image/svg+xml"), fr.avatar.avatarType],
    ["a picture of exactly 5 MB", image("image/png", FIVE_MB), fr.avatar.avatarSize],
    ["nothing at all", null, fr.avatar.avatarMissing],
  ])("rejects %s in French before it is sent", async (_what, file, text) => {
    const { choose, server } = await openControl({ language: "fr" });
    choose(file);
    const toast = textOf(await screen.findByRole("alert"));
    expect(toast).toContain(fr.uploadFailed);
    expect(toast).toContain(text);
    expect(server.to(BUCKETS)).toEqual([]);
    expect(screen.getByRole("button", { name: fr.changePicture })).toHaveProperty(
      "disabled",
      false,
    );
  });
});

describe("a running upload", () => {
  it("shows its progress and disables the control until it ends", async () => {
    const { choose, input } = await openControl({ language: "fr" });
    choose(image());
    const running = await upload();
    expect(screen.getByRole("button", { name: fr.uploading })).toHaveProperty("disabled", true);
    expect(input.disabled).toBe(true);
    const bar = screen.getByRole("progressbar", { name: fr.uploadProgress });
    running.progress(1, 4);
    expect(bar.getAttribute("aria-valuenow")).toBe("25");
    running.progress(4, 4);
    expect(bar.getAttribute("aria-valuenow")).toBe("100");
    running.respond(200, "{}");
    expect(textOf(await findToast())).toContain(fr.avatarUpdatedText);
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(input.disabled).toBe(false);
  });

  it("shows no progress where the size is unknown", async () => {
    const { choose } = await openControl();
    choose(image());
    const running = await upload();
    running.progress(512, 0);
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("0");
    running.respond(200, "{}");
    await findToast();
  });

  it.each([
    ["image/png", "png"],
    ["image/jpeg", "jpg"],
    ["image/gif", "gif"],
    ["image/webp", "webp"],
  ])("stores %s under a name of the user that ends in .%s", async (type, ending) => {
    const { choose } = await openControl();
    choose(image(type));
    const running = await upload();
    expect(running.address).toMatch(
      new RegExp(`/storage/v1/object/avatars/${MEMBER.id}-\\d+\\.${ending}$`),
    );
    expect(running.headers.get("authorization")).toBe(`Bearer ${tokenOf(MEMBER)}`);
    running.respond(200, "{}");
    await findToast();
  });

  it("replaces the previous image and removes its file", async () => {
    const { choose, server } = await openControl({ avatarUrl: FORMER });
    choose(image());
    const running = await upload();
    running.respond(200, "{}");
    await findToast();
    expect(server.to(REMOVE)[0]?.body).toEqual({ prefixes: ["former.png"] });
    const name = running.address.split("/").at(-1);
    expect(server.to(UPDATE)[0]?.body).toMatchObject({
      avatar_url: expect.stringMatching(`/object/public/avatars/${name}$`),
    });
  });

  it("leaves the profile unchanged when it is cancelled", async () => {
    const { choose, user, server } = await openControl({ language: "fr" });
    choose(image());
    await upload();
    await user.click(screen.getByRole("button", { name: fr.cancelUpload }));
    expect(textOf(await findToast())).toContain(fr.uploadCancelled);
    expect(server.to(UPDATE)).toEqual([]);
    expect(server.to(REMOVE)).toEqual([]);
  });
});

describe("a failed upload", () => {
  it.each([
    [413, '{"message":"The object exceeded the maximum allowed size"}', "maximum allowed size"],
    [502, "<html>Bad Gateway</html>", "HTTP 502"],
    [0, "", everyPage.errors.server],
  ])("reports status %i %s as: %s", async (status, body, text) => {
    const { choose, server } = await openControl({ avatarUrl: FORMER });
    choose(image());
    (await upload()).respond(status, body);
    expect(textOf(await screen.findByRole("alert"))).toContain(text);
    expect(server.to(UPDATE)).toEqual([]);
    expect(server.to(REMOVE)).toEqual([]);
  });

  it("removes the file again when the profile cannot be updated", async () => {
    const { choose, server } = await openControl({ avatarUrl: FORMER });
    server.answer(UPDATE, unreachable);
    choose(image());
    const running = await upload();
    running.respond(200, "{}");
    expect(textOf(await screen.findByRole("alert"))).toContain(
      en.updateFailedWith(everyPage.errors.server),
    );
    const name = running.address.split("/").at(-1);
    expect(server.to(REMOVE)[0]?.body).toEqual({ prefixes: [name] });
  });
});

it("creates the bucket with its limits on a project without it", async () => {
  const { choose, server } = await openControl();
  server.answer(BUCKETS, () => json([{ id: "other", name: "other" }]));
  server.answer("POST /storage/v1/bucket", () => json({ name: "avatars" }));
  choose(image());
  (await upload()).respond(200, "{}");
  await findToast();
  expect(server.to("POST /storage/v1/bucket")[0]?.body).toMatchObject({
    name: "avatars",
    public: true,
    file_size_limit: FIVE_MB,
  });
});

describe("the image", () => {
  it("loads from the backend URL of the page, whatever host the profile names", async () => {
    await openControl({ avatarUrl: "https://old.example/storage/v1/object/public/avatars/a.png" });
    const image = screen.getByRole("img", { name: en.avatarAlt });
    expect(image.getAttribute("src")).toBe("/storage/v1/object/public/avatars/a.png");
  });

  it("falls back to the initial where its file is missing", async () => {
    await openControl({ avatarUrl: FORMER });
    fireEvent.error(screen.getByRole("img", { name: en.avatarAlt }));
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.getByText("R")).toBeDefined();
  });

  it("opens the file dialog for images only", async () => {
    const { user, input } = await openControl();
    const opened = vi.spyOn(input, "click").mockImplementation(() => undefined);
    await user.click(screen.getByRole("button", { name: en.changePicture }));
    expect(opened).toHaveBeenCalledOnce();
    expect(input.accept).toBe("image/png,image/jpeg,image/gif,image/webp");
  });
});
