import { expect, it } from "vitest";
import { StartError } from "@reign-tv/kit/start-error.ts";
import { portProblemOf } from "./start-broadcast-host.ts";

it.each([
  ["in-use", new StartError("taken", { cause: { code: "EADDRINUSE" } })],
  ["not-allowed", new StartError("rights", { cause: { code: "EACCES" } })],
  ["unknown", new Error("The ingest worker ended")],
])("tells staff that the port for encoders is %s", (problem, error) => {
  expect(portProblemOf(error)).toBe(problem);
});
