import { expect, it } from "vitest";
import { createQueryClient } from "./query-client.ts";

it("retries a failed query 3 times in the browser (S4.37, S9.8)", () => {
  expect(createQueryClient("browser").getDefaultOptions().queries).toMatchObject({
    retry: 3,
    refetchOnWindowFocus: false,
  });
});

it("retries nothing on the server, where a visitor waits for the page", () => {
  expect(createQueryClient("server").getDefaultOptions().queries?.retry).toBe(false);
});
