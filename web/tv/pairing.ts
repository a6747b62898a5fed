import type {
  TvCode,
  TvMedia,
  TvOrder,
  TvOrders,
  TvPlayable,
  TvReport,
} from "#shared/contracts/tv-pairing.ts";
import type { TvPlayerTexts } from "#shared/messages/devices/tv.ts";
import { TV_API_PATH, TV_PAIRING_ID } from "#shared/site/tv-page.ts";
import type { Player } from "./player.ts";

/** What a phone starts. */
export type OrderedPlay = {
  media: TvMedia;
  title: string;
  /** Seconds. */
  position: number;
  playable: TvPlayable;
};

type PairingDeps = {
  texts: TvPlayerTexts;
  player: Player;
  play: (ordered: OrderedPlay) => void;
  /** Leaves the player. */
  stop: () => void;
  /** @param step 1 for the next channel, -1 for the previous one. */
  changeChannel: (step: number) => void;
  /** Called when a phone begins or ends to control this page. */
  onControlled: (isControlled: boolean) => void;
};

export type Pairing = {
  /** Sends the player's state soon. */
  report(): void;
  /** Ends the pairing, and shows a new code. */
  end(): void;
};

/** Interval of requests while no phone is paired, and while one is. */
const WAITING_MS = 3_000;
const PAIRED_MS = 2_000;
/** One in this many requests of a paired page is followed by a report. */
const REPORT_SHARE = 5;
/** States that follow each other at once are one report. */
const REPORT_DELAY_MS = 300;
/** Delay before another code is requested, when the server gives none. */
const RETRY_MS = 30_000;
/** Old engines cannot abort a request. */
const RESPONSE_LIMIT_MS = 15_000;
/** Survives a reload of the page, and ends with it. */
const STORED = "tvScreen";

/** Shows a code until a phone has used it, then carries out the commands of that phone. */
export function startPairing(deps: PairingDeps): Pairing {
  const { texts, player } = deps;
  const strip = document.getElementById(TV_PAIRING_ID);
  const [how, shownCode] = strip ? Array.prototype.slice.call(strip.children) : [];
  const invitation: string = how ? how.textContent : "";
  let { screen, done } = readStored();
  let isPaired = false;
  let polls = 0;
  let pollTimer = 0;
  let reportTimer = 0;

  function schedule(delayMs: number): void {
    window.clearTimeout(pollTimer);
    pollTimer = window.setTimeout(poll, delayMs);
  }

  function poll(): void {
    if (document.hidden && !isPaired) return schedule(WAITING_MS);
    const delayMs = isPaired ? PAIRED_MS : WAITING_MS;
    if (screen === "") {
      takeCode().then(
        () => schedule(WAITING_MS),
        () => schedule(RETRY_MS),
      );
      return;
    }
    const asked = screen;
    call(`${screen}/orders`, "GET")
      .then((response) => {
        if (asked !== screen) return undefined;
        if (response.status === 404) return forget();
        return response.ok ? response.json().then(follow) : undefined;
      })
      .then(
        () => schedule(delayMs),
        // Without a response what plays goes on.
        () => schedule(delayMs),
      );
  }

  function takeCode(): Promise<void> {
    return call("codes", "POST", { language: document.documentElement.lang })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error("no code"))))
      .then((given: TvCode) => {
        screen = given.screen;
        done = 0;
        store();
        return show(invitation, `${given.code.slice(0, 3)} ${given.code.slice(3)}`);
      });
  }

  function follow(orders: TvOrders): void {
    if (!orders.isPaired) {
      // After a reload the code is unknown.
      if (shownCode && shownCode.textContent === "000 000") forget();
      return;
    }
    if (!isPaired) {
      isPaired = true;
      show(texts.controlled, "");
      player.showPhone(true);
      deps.onControlled(true);
      report();
    }
    for (const order of orders.orders) {
      if (order.n <= done) continue;
      done = order.n;
      store();
      carryOut(order);
      report();
    }
    polls += 1;
    if (polls % REPORT_SHARE === 0) report();
  }

  function carryOut(order: TvOrder): void {
    switch (order.do) {
      case "play":
        if (order.playable) deps.play({ ...order, playable: order.playable });
        break;
      case "channel":
        deps.changeChannel(order.step);
        break;
      case "stop":
        deps.stop();
        break;
      case "pause":
        if (player.isOpen()) player.handleAction("pause");
        break;
      case "resume":
        if (player.isOpen()) player.handleAction("play");
        break;
      case "seek-to":
        player.seekTo(order.position);
        break;
      case "seek-by":
        player.seekTo(player.status().position + order.seconds);
        break;
      case "volume":
        player.changeVolume(order.step);
        break;
    }
  }

  function report(): void {
    if (!isPaired) return;
    window.clearTimeout(reportTimer);
    reportTimer = window.setTimeout(sendReport, REPORT_DELAY_MS);
  }

  function sendReport(): void {
    const asked = screen;
    call(`${screen}/report`, "POST", reportOf(player, done)).then(
      (response) => (response.status === 404 && asked === screen ? forget() : undefined),
      // The next one follows in some seconds.
      () => undefined,
    );
  }

  /** Forgets the pairing: what plays goes on. */
  function forget(): void {
    const wasPaired = isPaired;
    screen = "";
    done = 0;
    isPaired = false;
    window.clearTimeout(reportTimer);
    store();
    hide();
    player.showPhone(false);
    if (wasPaired) deps.onControlled(false);
    schedule(0);
  }

  function show(text: string, code: string): void {
    if (!strip || !how || !shownCode) return;
    how.textContent = text;
    shownCode.textContent = code;
    strip.classList.remove("is-off");
  }

  function hide(): void {
    strip?.classList.add("is-off");
  }

  function store(): void {
    try {
      tabStorage().setItem(STORED, JSON.stringify({ screen, done }));
    } catch {
      // Without storage a reload ends the pairing.
    }
  }

  poll();
  return {
    report,
    end() {
      const ended = screen;
      forget();
      call(ended, "DELETE").catch(() => undefined);
    },
  };
}

/** @throws DOMException where storage is blocked */
function tabStorage(): Storage {
  // oxlint-disable-next-line no-restricted-properties -- this build has no part of web/lib
  return window.sessionStorage;
}

function readStored(): { screen: string; done: number } {
  try {
    const stored: { screen?: unknown; done?: unknown } | null = JSON.parse(
      tabStorage().getItem(STORED) || "null",
    );
    const { screen, done } = stored || {};
    if (typeof screen === "string" && typeof done === "number") return { screen, done };
  } catch {
    // Storage is blocked or holds something else: this page takes a new code.
  }
  return { screen: "", done: 0 };
}

function reportOf(player: Player, done: number): TvReport {
  const { programme, state, position, duration, hasVolume } = player.status();
  return {
    media: programme && mediaOf(programme),
    title: programme ? programme.title : "",
    state,
    position: programme ? position : 0,
    duration: programme ? duration : 0,
    hasVolume,
    done,
  };
}

function mediaOf({ channel, video }: { channel: string; video: string }): TvMedia | null {
  if (channel !== "") return { kind: "channel", id: channel };
  return video === "" ? null : { kind: "video", id: video };
}

function call(path: string, method: "GET" | "POST" | "DELETE", body?: object): Promise<Response> {
  const limit = new Promise<Response>((_resolve, reject) => {
    window.setTimeout(() => reject(new Error("no response")), RESPONSE_LIMIT_MS);
  });
  const answer = fetch(`${TV_API_PATH}/${path}`, {
    method,
    ...(body && {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  });
  return Promise.race([answer, limit]);
}
