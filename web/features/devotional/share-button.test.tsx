import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { ShareButton } from "./share-button.tsx";

const { en, fr } = devotionalMessages;
const BUTTON = (
  <ShareButton entry={{ title: "Fear not", verse: "Josh 1:9" }} address="/devotional?day=2" />
);
const URL = `${window.location.origin}/devotional?day=2`;

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, "share");
});

function giveClipboard(clipboard: object | undefined): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the button uses of it
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(clipboard as Clipboard);
}

it("passes title, verse and URL to the device, and a cancelled share sheet is no error", async () => {
  const share = vi.fn<(data: object) => Promise<void>>().mockRejectedValue(new Error("closed"));
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  const { user } = renderView(BUTTON);
  await user.click(screen.getByRole("button", { name: en.share }));
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: "Fear not", text: "Josh 1:9", url: URL });
  expect(screen.getByRole("status").textContent).toBe("");
});

it("copies the URL and says so without a share sheet", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  const { user } = renderView(BUTTON);
  giveClipboard({ writeText });
  await user.click(screen.getByRole("button", { name: en.share }));
  expect(await screen.findByText(en.linkCopied)).toBeDefined();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(URL);
});

it.each([
  ["no clipboard", undefined],
  ["a clipboard that refuses", { writeText: () => Promise.reject(new Error("refused")) }],
])("with %s reports the failure, in French", async (_name, clipboard) => {
  const { user } = renderView(BUTTON, { language: "fr" });
  giveClipboard(clipboard);
  await user.click(screen.getByRole("button", { name: fr.share }));
  expect(await screen.findByText(fr.copyFailed)).toBeDefined();
});
