import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { renderView } from "#tests/support/render-view.tsx";
import type { Site } from "#web/lib/site.ts";
import { languageToPrompt, useCountVisits } from "./deferred.tsx";

const beacon = vi.fn<Navigator["sendBeacon"]>(() => true);

beforeEach(() => {
  beacon.mockClear();
  Object.defineProperty(navigator, "sendBeacon", { value: beacon, configurable: true });
});

afterAll(() => void Reflect.deleteProperty(navigator, "sendBeacon"));

function Page({ address }: { address: string }) {
  useCountVisits(address);
  return null;
}

const said = () => beacon.mock.calls.map(([url, body]) => [url, body]);

it("an opened page reports its path, and no search part", () => {
  renderView(<Page address="/fr/search?q=a+private+word" />);
  expect(said()).toEqual([["/api/visits", "/fr/search"]]);
});

it.each<[string, string, Partial<Site>]>([
  ["a page of one's own", "/profile", {}],
  ["the studio", "/studio", {}],
  ["a page with a project elsewhere", "/", { backendUrl: "https://project.supabase.example" }],
  ["a page of the phone app", "/", { serverUrl: "https://tv.example.org" }],
])("sends nothing for %s", (_what, address, site) => {
  renderView(<Page address={address} />, { site });
  expect(said()).toEqual([]);
});

it("sends nothing offline or while data is saved", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  renderView(<Page address="/" />);
  vi.restoreAllMocks();
  localStorage.setItem("dataSaver", "on");
  renderView(<Page address="/bible" />);
  expect(said()).toEqual([]);
});

it.each([
  ["a French browser", ["fr-CD", "fr", "en"], "fr"],
  ["a French browser without a region", ["fr"], "fr"],
  ["an English browser that takes French too", ["en-US", "fr"], null],
  ["a browser of a language that we do not speak", ["sw", "fr"], null],
  ["a browser without languages", [], null],
  ["a browser that says nonsense", ["--", "fr"], null],
])("offers %s that asks for %j on an English page: %s", (_who, wanted, offered) => {
  expect(languageToPrompt({ page: "en", wanted, chosen: null })).toBe(offered);
});

it("prompts no visitor who has chosen any language", () => {
  expect(languageToPrompt({ page: "en", wanted: ["fr"], chosen: "en" })).toBeNull();
  expect(languageToPrompt({ page: "en", wanted: ["fr"], chosen: "fr" })).toBeNull();
});

it("prompts no visitor whose path names a language", () => {
  expect(languageToPrompt({ page: "fr", wanted: ["en"], chosen: null })).toBeNull();
});
