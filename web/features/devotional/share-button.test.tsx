import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
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

test("hands title, verse and address to the device, and a closed share sheet is no fault", async () => {
  const share = vi.fn<(data: object) => Promise<void>>().mockRejectedValue(new Error("closed"));
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  const { user } = renderView(BUTTON);
  await user.click(screen.getByRole("button", { name: en.share }));
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: "Fear not", text: "Josh 1:9", url: URL });
  expect(screen.getByRole("status").textContent).toBe("");
});

test("without a share sheet copies the address and says so", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  const { user } = renderView(BUTTON);
  giveClipboard({ writeText });
  await user.click(screen.getByRole("button", { name: en.share }));
  expect(await screen.findByText(en.linkCopied)).toBeDefined();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(URL);
});

test.each([
  ["no clipboard", undefined],
  ["a clipboard that refuses", { writeText: () => Promise.reject(new Error("refused")) }],
])("with %s says that it did not work, in French", async (_name, clipboard) => {
  const { user } = renderView(BUTTON, { language: "fr" });
  giveClipboard(clipboard);
  await user.click(screen.getByRole("button", { name: fr.share }));
  expect(await screen.findByText(fr.copyFailed)).toBeDefined();
});
