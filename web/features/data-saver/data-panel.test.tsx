import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { dataUseMessages } from "#shared/messages/devices/data-use.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { descriptionOf, textOf } from "#tests/support/view-actions.ts";
import { countData } from "#web/base/data-saver/data-usage.ts";
import { DataPanel } from "./data-panel.tsx";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 22), toFake: ["Date"] });
  return () => void vi.useRealTimers();
});

function meter(): string {
  return textOf(document.querySelector("[data-meter]")).replaceAll(/\s/g, " ");
}

function limit(): HTMLElement {
  return screen.getByRole("switch", { name: /50/ });
}

function isLimited(): string | null {
  return limit().getAttribute("aria-checked");
}

it("shows this month's usage, and grows while a player loads", () => {
  renderView(<DataPanel />);
  expect(meter()).toBe("Used in November: 0 MB");
  act(() => countData({ v: 1, t: "moved", bytes: 3_400_000 }, () => undefined));
  expect(meter()).toBe("Used in November: 3.4 MB");
});

it("shows the previous month next to it, in French too", () => {
  localStorage.setItem("dataUse", JSON.stringify({ "2026-11": 1_200_000, "2026-10": 40_000_000 }));
  renderView(<DataPanel />, { language: "fr" });
  expect(meter()).toBe("Consommé en novembre : 1,2 MoConsommé en octobre : 40 Mo");
  expect(document.body.textContent).toContain(dataUseMessages.fr.note);
});

it("turns the limit off until it is chosen, and stores it", async () => {
  const { user } = renderView(<DataPanel />);
  expect(isLimited()).toBe("false");
  await user.click(limit());
  expect(isLimited()).toBe("true");
  expect(descriptionOf(limit())).toBe(dataUseMessages.en.limitHint);
  expect(localStorage.getItem("dataLimitMb")).toBe("50");
  await user.click(limit());
  expect(localStorage.getItem("dataLimitMb")).toBe("null");
});

it.each(["nonsense", "-5", '{"a":1}'])("ignores a stored limit of %s", (stored) => {
  localStorage.setItem("dataLimitMb", stored);
  renderView(<DataPanel />);
  expect(isLimited()).toBe("false");
});
