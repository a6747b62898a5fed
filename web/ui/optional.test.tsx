import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createFakeServer, unreachable } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { expectComplaint } from "#tests/support/view-console.ts";
import { optional } from "./optional.tsx";

const PROBE = "HEAD /manifest.webmanifest";

/** Renders a part whose code fails to load for some times. */
function open(failures: number) {
  expectComplaint(/imported module/);
  let tries = 0;
  const Part = optional(async () => {
    tries += 1;
    if (tries <= failures) throw new TypeError("Failed to fetch dynamically imported module");
    return () => <p>The part</p>;
  });
  const server = createFakeServer();
  server.answer(PROBE, unreachable);
  const { visit } = renderView(<Part />, { server });
  const probed = (times: number) => expect.poll(() => server.to(PROBE).length).toBe(times);
  const connect = () => act(() => void window.dispatchEvent(new Event("online")));
  return { server, tries: () => tries, visit, probed, connect };
}

it("loads a part again with the connection and with the next page, until it is there", async () => {
  const { tries, visit, probed, connect } = open(2);
  await probed(1);
  connect();
  await probed(2);
  await visit("/bible");
  await screen.findByText("The part");
  connect();
  await visit("/");
  expect(tries()).toBe(3);
});

it("reloads the page where the browser keeps the failure, unless something plays", async () => {
  const reload = vi.spyOn(window.location, "reload").mockReturnValue();
  const bar = document.body.appendChild(document.createElement("section"));
  bar.dataset["listenBar"] = "";
  const { server, tries, probed, connect } = open(Infinity);
  server.answer(PROBE, () => new Response(null));
  connect();
  await expect.poll(tries).toBe(2);
  await probed(0);
  bar.remove();
  connect();
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  connect();
  await expect.poll(tries).toBe(4);
  expect(reload).toHaveBeenCalledTimes(1);
});
