import { screen } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { hourEstimate } from "#shared/device/data-estimate.domain.ts";
import { dataEstimateMessages } from "#shared/messages/devices/data-estimate.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { SaverOffer } from "./data-saver-prompt.tsx";

const { en } = dataEstimateMessages;

function openOffer(connection: object) {
  Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "connection"));
  return renderView(
    <SaverOffer price={hourEstimate(true)}>
      <p>Player</p>
    </SaverOffer>,
  );
}

const isPlayerThere = (): boolean => screen.queryByText("Player") !== null;
const isAsked = (): boolean => screen.queryByRole("region", { name: en.question }) !== null;

test.each([
  [en.save, "on"],
  [en.asUsual, "off"],
])("on a line of a phone network it is asked before the player comes: %s", async (answer, kept) => {
  const { user } = openOffer({ type: "cellular" });
  expect([isAsked(), isPlayerThere()]).toEqual([true, false]);
  expect(screen.getByText(/^About 40\sMB an hour\./)).toBeDefined();
  expect(document.activeElement?.textContent).toBe(en.save);
  await user.click(screen.getByRole("button", { name: answer }));
  expect([isAsked(), isPlayerThere()]).toEqual([false, true]);
  expect(localStorage.getItem("dataSaver")).toBe(kept);
});

test.each(["on", "off"])("it is asked once: whoever said %s is not asked again", (choice) => {
  localStorage.setItem("dataSaver", choice);
  openOffer({ type: "cellular" });
  expect([isAsked(), isPlayerThere()]).toEqual([false, true]);
});

test.each([
  ["tells nothing", {}],
  ["is a house's", { type: "wifi", effectiveType: "4g" }],
  ["asks to save, which is done without a word", { type: "cellular", saveData: true }],
  ["says what no browser says", { type: 7, effectiveType: null }],
])("nobody is asked on a line that %s", (_what, connection) => {
  openOffer(connection);
  expect([isAsked(), isPlayerThere()]).toEqual([false, true]);
});
