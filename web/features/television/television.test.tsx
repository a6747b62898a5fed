import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { TvReport } from "#shared/contracts/tv-pairing.ts";
import { playOnTvMessages } from "#shared/messages/devices/play-on-tv.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import {
  createFakeServer,
  type FakeServer,
  json,
  unreachable,
} from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { closeTvRemote, openTvRemote, type TvOffer } from "#web/base/television/television.ts";
import { TvRemote } from "./television.tsx";

const { en, fr } = playOnTvMessages;
const TOKEN = "AAAAAAAAAAAAAAAAAAAAAA";
const STATUS = `GET /api/tv/${TOKEN}`;
const COMMAND = `POST /api/tv/${TOKEN}/command`;
const PAGE = "/videos/music?v=clip-hope";
const REPORT: TvReport = {
  media: { kind: "video", id: "clip-hope" },
  title: "Hope",
  state: "playing",
  position: 100,
  duration: 600,
  hasVolume: true,
  done: 1,
};

beforeEach(() => {
  act(() => closeTvRemote());
});

function offer(changes: Partial<TvOffer> = {}): TvOffer {
  return {
    media: { kind: "video", id: "clip-hope" },
    title: "Hope",
    page: PAGE,
    position: () => 41.7,
    ...changes,
  };
}

function serverWith(report: TvReport | null): FakeServer {
  const server = createFakeServer();
  let n = report?.done ?? 0;
  server.answer("POST /api/tv/pair", () => json({ v: 1, pairing: TOKEN }, 201));
  server.answer(STATUS, () => json({ v: 1, report, isAway: false }));
  server.answer(COMMAND, () => {
    n += 1;
    return json({ v: 1, n }, 201);
  });
  server.answer(`DELETE /api/tv/${TOKEN}`, () => new Response(null, { status: 204 }));
  return server;
}

function openRemote(server: FakeServer, language: "en" | "fr" = "en", isBarHidden = true) {
  const onContinue = vi.fn<(page: string, seconds: number) => void>();
  const view = <TvRemote isBarHidden={isBarHidden} onContinue={onContinue} />;
  return { ...renderView(view, { server, language }), onContinue };
}

/** Opens the remote of a paired television. */
async function openPaired(report: TvReport | null, isBarHidden = true) {
  localStorage.setItem("tvPairing", JSON.stringify({ token: TOKEN, page: PAGE, title: "Hope" }));
  const server = serverWith(report);
  const shown = openRemote(server, "en", isBarHidden);
  act(() => openTvRemote());
  await screen.findByText(report ? en.states[report.state] : en.connected);
  return shown;
}

function named(name: string): HTMLElement {
  return screen.getByRole("button", { name });
}

const stored = (): unknown => JSON.parse(localStorage.getItem("tvPairing") ?? "null");

it("the sixth digit pairs, and the television plays on from the position of then", async () => {
  const server = serverWith(null);
  const { user } = openRemote(server);
  const onPlay = vi.fn<() => void>();
  act(() => openTvRemote(offer({ onPlay })));
  const input = screen.getByRole("textbox", { name: en.code });
  expect(input.getAttribute("inputmode")).toBe("numeric");
  await user.type(input, "48a1 516");
  await waitFor(() => expect(onPlay).toHaveBeenCalledOnce());
  expect(server.to("POST /api/tv/pair").map(({ body }) => body)).toEqual([{ code: "481516" }]);
  expect(server.to(COMMAND).map(({ body }) => body)).toEqual([
    { do: "play", media: { kind: "video", id: "clip-hope" }, title: "Hope", position: 41 },
  ]);
  expect(stored()).toEqual({ token: TOKEN, page: PAGE, title: "Hope" });
});

it("a pasted code with a space pairs", async () => {
  const server = serverWith(null);
  const { user } = openRemote(server, "fr");
  act(() => openTvRemote());
  await user.click(screen.getByRole("textbox", { name: fr.code }));
  await user.paste("481 516");
  expect(await screen.findByText(fr.connected)).toBeDefined();
  expect(server.to("POST /api/tv/pair").map(({ body }) => body)).toEqual([{ code: "481516" }]);
});

it.each([
  ["a wrong code", () => json({ error: "", code: "unknown_code" }, 404), en.failures.code],
  ["too many attempts", () => json({ error: "" }, 429), en.failures.many],
  ["no connection", unreachable, en.failures.network],
  ["a fault of the server", () => json({ error: "" }, 500), en.failures.failed],
])("says %s, and takes another code", async (_name, answering, text) => {
  const server = serverWith(null);
  server.answer("POST /api/tv/pair", answering);
  const { user } = openRemote(server);
  act(() => openTvRemote());
  const input = screen.getByRole("textbox", { name: en.code });
  await user.type(input, "111111");
  expect((await screen.findByRole("alert")).textContent).toBe(text);
  server.answer("POST /api/tv/pair", () => json({ v: 1, pairing: TOKEN }, 201));
  await user.clear(input);
  await user.type(input, "222222");
  expect(await screen.findByText(en.connected)).toBeDefined();
});

it("a paired television plays at once; what it cannot play is said", async () => {
  const { server } = await openPaired(null);
  act(() => openTvRemote(offer()));
  await waitFor(() => expect(server.to(COMMAND)).toHaveLength(1));
  server.answer(COMMAND, () => json({ error: "", code: "not_playable" }, 422));
  const onPlay = vi.fn<() => void>();
  act(() => openTvRemote(offer({ onPlay })));
  expect(await screen.findByText(en.failures.unplayable)).toBeDefined();
  expect(onPlay).not.toHaveBeenCalled();
});

it("controls what plays, and shows at once what it has sent", async () => {
  const { user, server } = await openPaired(REPORT);
  const sent = () => server.to(COMMAND).at(-1)?.body;
  await user.click(named(listenMessages.en.pause));
  expect(sent()).toEqual({ do: "pause" });
  expect(await screen.findByText(en.states.paused)).toBeDefined();
  await user.click(named(listenMessages.en.play));
  expect(sent()).toEqual({ do: "resume" });
  await user.click(named(listenMessages.en.forward(30)));
  expect(sent()).toEqual({ do: "seek-by", seconds: 30 });
  await user.click(named(listenMessages.en.back(15)));
  expect(sent()).toEqual({ do: "seek-by", seconds: -15 });
  await user.click(named(en.nextChannel));
  expect(sent()).toEqual({ do: "channel", step: 1 });
  await user.click(named(en.louder));
  expect(sent()).toEqual({ do: "volume", step: 1 });
  const slider = screen.getByRole("slider");
  fireEvent.change(slider, { target: { value: "300" } });
  fireEvent.pointerUp(slider);
  await waitFor(() => expect(sent()).toEqual({ do: "seek-to", position: 300 }));
});

it("a channel has no position, and a frame no volume", async () => {
  await openPaired({ ...REPORT, duration: 0, hasVolume: false });
  expect(screen.queryByRole("slider")).toBeNull();
  expect(screen.queryByRole("button", { name: en.louder })).toBeNull();
  expect(named(en.previousChannel)).toBeDefined();
});

it("continues on this phone, at the position of the television", async () => {
  const { user, server, onContinue } = await openPaired({ ...REPORT, state: "paused" });
  await user.click(named(en.continueHere));
  expect(server.to(COMMAND).map(({ body }) => body)).toEqual([{ do: "stop" }]);
  expect(onContinue).toHaveBeenCalledExactlyOnceWith(PAGE, 100);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("continues with what the television plays now, also after its own remote control", async () => {
  const media = { kind: "channel", id: "french" } as const;
  const { user, onContinue } = await openPaired({ ...REPORT, media, duration: 0 });
  await user.click(named(en.continueHere));
  expect(onContinue).toHaveBeenCalledExactlyOnceWith("/live-tv?channel=french", 0);
});

it("offers no way back to a video that this phone has not sent", async () => {
  await openPaired({ ...REPORT, media: { kind: "video", id: "clip-other" } });
  expect(screen.queryByRole("button", { name: en.continueHere })).toBeNull();
});

it("a bar on every page opens the remote, until the pairing is ended", async () => {
  const { user, server } = await openPaired(REPORT, false);
  await user.click(named(en.close));
  await user.click(screen.getByRole("button", { name: new RegExp(en.openRemote) }));
  await user.click(named(en.disconnect));
  expect(server.to(`DELETE /api/tv/${TOKEN}`)).toHaveLength(1);
  expect(stored()).toBeNull();
  await user.click(named(en.close));
  expect(screen.queryByRole("region", { name: en.bar })).toBeNull();
});

it("says that the television has ended the pairing, and forgets it", async () => {
  const { user, server } = await openPaired(REPORT);
  const ended = () => json({ error: "", code: "ended" }, 404);
  server.answer(COMMAND, ended);
  server.answer(STATUS, ended);
  await user.click(named(listenMessages.en.pause));
  expect((await screen.findByRole("alert")).textContent).toBe(en.failures.ended);
  expect(screen.getByRole("textbox", { name: en.code })).toBeDefined();
  await user.click(named(en.close));
  expect(stored()).toBeNull();
});

it("says that a television does not respond", async () => {
  localStorage.setItem("tvPairing", JSON.stringify({ token: TOKEN, page: null, title: "" }));
  const server = serverWith(REPORT);
  server.answer(STATUS, () => json({ v: 1, report: REPORT, isAway: true }));
  openRemote(server);
  act(() => openTvRemote());
  expect(await screen.findByText(en.away)).toBeDefined();
  expect(screen.queryByRole("button", { name: en.continueHere })).toBeNull();
});
