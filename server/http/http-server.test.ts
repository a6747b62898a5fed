import { expect, it } from "vitest";
import { inheritedSocket } from "./http-server.ts";

it("takes descriptor 3 as the supervisor's socket", () => {
  expect(inheritedSocket({ LISTEN_PID: "42", LISTEN_FDS: "1" }, 42)).toBe(3);
});

it.each([
  ["nothing is handed over", {}],
  ["it was meant for the parent", { LISTEN_PID: "41", LISTEN_FDS: "1" }],
  ["no socket is among what was handed over", { LISTEN_PID: "42", LISTEN_FDS: "0" }],
  ["the number is none", { LISTEN_PID: "42", LISTEN_FDS: "one" }],
])("finds no inherited socket when %s", (_, environment) => {
  expect(inheritedSocket(environment, 42)).toBeNull();
});
