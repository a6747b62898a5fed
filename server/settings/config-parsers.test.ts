import { describe, expect, it } from "vitest";
import { parseEmbedParents } from "./config-parsers.ts";

describe("websites that may embed the players", () => {
  it("are read as origins, each once", () => {
    expect(parseEmbedParents("")).toEqual([]);
    expect(
      parseEmbedParents(
        "https://church.example/, https://WWW.church.example,https://church.example",
      ),
    ).toEqual(["https://church.example", "https://www.church.example"]);
    expect(parseEmbedParents("http://127.0.0.1:8080")).toEqual(["http://127.0.0.1:8080"]);
  });

  it.each([
    ["*", "* stands for many: name each website by itself"],
    [
      "https://*.church.example",
      "https://*.church.example stands for many: name each website by itself",
    ],
    [
      "https://church.example/live",
      "https://church.example/live says more than the host: take https://church.example",
    ],
    [
      "https://me@church.example",
      "https://me@church.example says more than the host: take https://church.example",
    ],
    ["church.example", "church.example is none: begin with https://"],
    ["javascript:alert(1)", "javascript:alert(1) is none: begin with https://"],
    ["'self'; script-src *", "'self'; is none: begin with https://"],
  ])("rejects %s", (text, problem) => {
    expect(parseEmbedParents(`https://church.example, ${text}`)).toBe(
      `must be a list of addresses such as https://church.example, and ${problem}`,
    );
  });
});
