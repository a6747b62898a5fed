import { screen } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { hourEstimate } from "#shared/device/data-estimate.domain.ts";
import { dataEstimateMessages } from "#shared/messages/devices/data-estimate.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { DataSaverPrompt } from "./player-prompts.tsx";

const { en } = dataEstimateMessages;

function openPrompt(connection: object) {
  Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "connection"));
  return renderView(
    <DataSaverPrompt price={hourEstimate(true)}>
      <p>Player</p>
    </DataSaverPrompt>,
  );
}

const isPlayerThere = (): boolean => screen.queryByText("Player") !== null;
const isAsked = (): boolean => screen.queryByRole("region", { name: en.question }) !== null;

it.each([
  [en.save, "on"],
  [en.asUsual, "off"],
])("asks on a mobile connection before the player loads: %s", async (answer, stored) => {
  const { user } = openPrompt({ type: "cellular" });
  expect([isAsked(), isPlayerThere()]).toEqual([true, false]);
  expect(screen.getByText(/^About 40\sMB an hour\./)).toBeDefined();
  expect(document.activeElement?.textContent).toBe(en.save);
  await user.click(screen.getByRole("button", { name: answer }));
  expect([isAsked(), isPlayerThere()]).toEqual([false, true]);
  expect(localStorage.getItem("dataSaver")).toBe(stored);
});

it.each(["on", "off"])("asks once: a visitor who chose %s is not asked again", (choice) => {
  localStorage.setItem("dataSaver", choice);
  openPrompt({ type: "cellular" });
  expect([isAsked(), isPlayerThere()]).toEqual([false, true]);
});

it.each([
  ["has no network information", {}],
  ["is a house's", { type: "wifi", effectiveType: "4g" }],
  ["asks to save, which is done without a word", { type: "cellular", saveData: true }],
  ["has invalid network information", { type: 7, effectiveType: null }],
])("does not ask on a connection that %s", (_what, connection) => {
  openPrompt(connection);
  expect([isAsked(), isPlayerThere()]).toEqual([false, true]);
});
