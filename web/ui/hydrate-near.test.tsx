import { act } from "@testing-library/react";
import { useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { beforeEach, expect, it, vi } from "vitest";
import {
  closeHydrationGates,
  openHydrationGates,
  openHydrationGatesWhenIdle,
} from "#web/lib/hydration-gate.ts";
import { HydrateNear, useHydrationGate } from "./hydrate-near.tsx";

const effect = vi.fn();
const press = vi.fn();
let meet = (): void => undefined;

function Part() {
  useEffect(effect, []);
  return <button onClick={press}>Play</button>;
}

function Page() {
  const [watch, gate] = useHydrationGate();
  return (
    <section ref={watch}>
      <HydrateNear gate={gate}>
        <Part />
      </HydrateNear>
    </section>
  );
}

/** Hydrates the server's markup of the page. @returns its button. */
async function hydrate(): Promise<HTMLButtonElement> {
  const root = document.createElement("div");
  root.innerHTML = "<section><!--$--><button>Play</button><!--/$--></section>";
  document.body.append(root);
  await act(async () => void hydrateRoot(root, <Page />));
  const button = root.querySelector("button");
  if (!button) throw new Error("The markup is gone");
  return button;
}

beforeEach(() => {
  effect.mockClear();
  press.mockClear();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        meet = () => callback([{ isIntersecting: true }]);
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  closeHydrationGates();
  return openHydrationGates;
});

it("leaves the server's markup alone until the part comes near", async () => {
  const button = await hydrate();
  expect(effect).not.toHaveBeenCalled();
  await act(async () => meet());
  expect(effect).toHaveBeenCalledOnce();
  expect(button.isConnected).toBe(true);
});

it("an idle browser hydrates the part", async () => {
  let idle = (): void => undefined;
  vi.stubGlobal("requestIdleCallback", (callback: () => void) => {
    idle = callback;
  });
  vi.stubGlobal("cancelIdleCallback", () => undefined);
  const button = await hydrate();
  openHydrationGatesWhenIdle();
  expect(effect).not.toHaveBeenCalled();
  await act(async () => idle());
  expect(effect).toHaveBeenCalledOnce();
  expect(button.isConnected).toBe(true);
});

it("a click on a part that waits hydrates it and counts", async () => {
  const button = await hydrate();
  await act(async () => button.click());
  expect(press).toHaveBeenCalledOnce();
  expect(button.isConnected).toBe(true);
});
