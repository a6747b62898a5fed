import { screen } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import { everyPage as fr } from "#shared/messages/fr/every-page.ts";
import { refuseStorage } from "#tests/support/full-storage.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { DataSaverSwitch } from "./data-saver-switch.tsx";

function setConnection(connection: object): void {
  Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "connection"));
}

function isOn(): string | null {
  return screen.getByRole("switch").getAttribute("aria-checked");
}

it.each([
  ["nothing of its line", {}, "auto", "false"],
  ["a fast line", { effectiveType: "4g" }, "auto", "false"],
  ["a slow line", { effectiveType: "slow-2g" }, "auto", "true"],
  ["its own saver", { saveData: true, effectiveType: "4g" }, "auto", "true"],
  ["its own saver, and the visitor said off", { saveData: true }, "off", "false"],
  ["a fast line, and the visitor said on", { effectiveType: "4g" }, "on", "true"],
  ["a slow line, and the store holds nonsense", { effectiveType: "2g" }, "maybe", "true"],
])(
  "where the browser tells %s %j, the switch stands by %s: %s",
  (_what, connection, stored, on) => {
    setConnection(connection);
    localStorage.setItem("dataSaver", stored);
    renderView(<DataSaverSwitch />);
    expect(isOn()).toBe(on);
  },
);

it("toggles by keyboard and is stored, under its French name", async () => {
  const { user } = renderView(<DataSaverSwitch />, { language: "fr" });
  screen.getByRole("switch", { name: fr.footer.dataSaver }).focus();
  await user.keyboard(" ");
  expect(isOn()).toBe("true");
  expect(localStorage.getItem("dataSaver")).toBe("on");
  await user.keyboard("{Enter}");
  expect(isOn()).toBe("false");
  expect(localStorage.getItem("dataSaver")).toBe("off");
});

it("keeps its state for this visit when the browser's storage is full", async () => {
  localStorage.setItem("dataSaver", "off");
  refuseStorage();
  const { user } = renderView(<DataSaverSwitch />);
  await user.click(screen.getByRole("switch"));
  expect(isOn()).toBe("true");
});
