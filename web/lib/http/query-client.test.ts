import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

test("a failed query is tried again 3 times in the browser (S4.37, S9.8)", () => {
  expect(createQueryClient("browser").getDefaultOptions().queries).toMatchObject({
    retry: 3,
    refetchOnWindowFocus: false,
  });
});

test("the server tries nothing again while a visitor waits for the page", () => {
  expect(createQueryClient("server").getDefaultOptions().queries?.retry).toBe(false);
});
