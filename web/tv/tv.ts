import "./tv.css";
import type { TvPlayerTexts } from "#shared/messages/devices/tv.ts";
import { TV_TEXTS_ID, type TvPlayKind } from "#shared/site/tv-page.ts";
import { watchChannels } from "./watch-channels.ts";
import {
  type GridPlace,
  moveInGrid,
  type RemoteAction,
  remoteAction,
} from "./remote-control.domain.ts";
import { type OrderedPlay, startPairing } from "./pairing.ts";
import { createPlayer } from "./player.ts";
import { make, type Programme } from "./stage.ts";
import { askForKeys, leave } from "./television.ts";

/**
 * The television page: the server renders rows of links, which work without this script; it adds
 * remote control and player. It runs from Chromium 53 on: built as ES2015, without later platform
 * functions.
 */

const KINDS: readonly TvPlayKind[] = ["hls", "file", "frame", "off"];
/** First focused row: below the menu. */
const FIRST: GridPlace = { row: 1, column: 0 };

const rows = toArray(document.querySelectorAll<HTMLElement>("[data-row]")).map((row) =>
  toArray(row.querySelectorAll<HTMLAnchorElement>("a")),
);
const lengths = rows.map((cards) => cards.length);
const leftAt: number[] = [];
const texts: TvPlayerTexts = JSON.parse(document.getElementById(TV_TEXTS_ID)?.textContent || "{}");
const player = createPlayer(texts, goBack, () => pairing.report());
const pairing = startPairing({
  texts,
  player,
  play: playOrdered,
  stop: () => player.isOpen() && goBack(),
  changeChannel,
  onControlled: showDisconnect,
});
let place = FIRST;
/** The player is being left: a slow television takes a second press of Back before the first is done. */
let isGoingBack = false;

function goBack(): void {
  if (!isGoingBack) window.history.back();
  isGoingBack = true;
}

function toArray<Item extends Element>(list: NodeListOf<Item>): Item[] {
  return Array.prototype.slice.call(list);
}

function cardAt({ row, column }: GridPlace): HTMLAnchorElement | undefined {
  return rows[row]?.[column];
}

/** Scrolls the focused card into view, with its row's heading and the next card. */
function focusAt(next: GridPlace): void {
  place = next;
  leftAt[next.row] = next.column;
  loadPictures(next.row);
  const card = cardAt(next);
  const list = card?.parentElement?.parentElement;
  if (!card || !list) return;
  card.focus();
  const box = card.getBoundingClientRect();
  const listBox = list.getBoundingClientRect();
  list.scrollLeft += box.left - listBox.left - box.width / 2;
  const isTop = next.row <= FIRST.row;
  window.scrollTo(0, isTop ? 0 : window.pageYOffset + box.top - window.innerHeight / 3);
}

/** Images of distant rows load when focus comes near. */
function loadPictures(nearRow: number): void {
  for (let row = nearRow; row <= nearRow + 2; row++) {
    for (const card of rows[row] || []) {
      const picture = card.querySelector<HTMLImageElement>("img[data-src]");
      if (!picture) continue;
      picture.src = picture.getAttribute("data-src") || "";
      picture.removeAttribute("data-src");
    }
  }
}

function programmeOf(card: Element): Programme | null {
  const read = (name: string) => card.getAttribute(`data-${name}`) || "";
  const kind = KINDS.find((known) => known === read("play"));
  if (!kind) return null;
  return {
    kind,
    source: read("source"),
    title: read("title"),
    poster: read("poster"),
    captions: read("captions"),
    sandbox: read("sandbox"),
    words: read("words"),
    channel: read("channel"),
    video: read("video"),
    start: 0,
    language: document.documentElement.lang,
  };
}

function isProgramme(value: Programme | null): value is Programme {
  return value !== null;
}

/** Opens the card's programme; false for a card that is only a link. */
function open(card: HTMLAnchorElement): boolean {
  if (!programmeOf(card)) return false;
  if (!player.isOpen()) window.history.pushState({ isPlaying: true }, "");
  return play(card);
}

function play(card: HTMLAnchorElement, start = 0): boolean {
  const programme = programmeOf(card);
  if (!programme) return false;
  programme.start = start;
  const channels = channelCards();
  const neighbours = channels.map((channel) =>
    channel === card ? programme : programmeOf(channel),
  );
  player.open(programme, channels.indexOf(card) < 0 ? [] : neighbours.filter(isProgramme));
  return true;
}

function channelCards(): HTMLAnchorElement[] {
  return toArray(document.querySelectorAll<HTMLAnchorElement>("[data-channel]"));
}

/** Plays what a phone has chosen: by its card, which follows a channel's source, where there is one. */
function playOrdered({ media, title, position, playable }: OrderedPlay): void {
  const attribute = `data-${media.kind}`;
  const card = toArray(document.querySelectorAll<HTMLAnchorElement>("[data-play]")).find(
    (each) => each.getAttribute(attribute) === media.id,
  );
  if (!player.isOpen()) window.history.pushState({ isPlaying: true }, "");
  if (card) {
    play(card, position);
    return;
  }
  const kind = KINDS.find((known) => known === playable.kind);
  if (!kind) return;
  player.open(
    {
      kind,
      source: playable.source,
      title,
      poster: "",
      captions: playable.captions,
      sandbox: playable.sandbox,
      words: playable.notice,
      channel: media.kind === "channel" ? media.id : "",
      video: media.kind === "video" ? media.id : "",
      start: position,
      language: document.documentElement.lang,
    },
    [],
  );
}

/** Opens the channel after or before the one on the screen; without one, the first or the last. */
function changeChannel(step: number): void {
  const cards = channelCards();
  const place = cards.findIndex(
    (card) => card.getAttribute("data-channel") === (player.channel() || "-"),
  );
  const from = place < 0 && step < 0 ? 0 : place;
  const card = cards[(from + step + cards.length) % cards.length];
  if (card) open(card);
}

/** The last entry of the menu while a phone controls the page. */
function showDisconnect(isControlled: boolean): void {
  const menu = document.querySelector<HTMLElement>(".menu");
  const links = rows[0];
  if (!menu || !links) return;
  if (isControlled) {
    const item = make("li", {}, menu);
    const link = make("a", { href: "#", role: "button" }, item);
    link.textContent = texts.disconnect;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      pairing.end();
    });
    links.push(link);
  } else {
    links.pop();
    if (menu.lastElementChild) menu.removeChild(menu.lastElementChild);
    if (!player.isOpen() && place.row === 0 && !cardAt(place)) focusAt(FIRST);
  }
  lengths[0] = links.length;
}

/** Reopens the channel that was on the screen before a reload. */
function resume(kept: { channel?: string } | null): void {
  const card = rows[FIRST.row]?.find(
    (each) => each.getAttribute("data-channel") === (kept?.channel || "-"),
  );
  if (card) play(card);
}

/** Handles an action. Returns true when the key was used. */
function handleAction(action: RemoteAction): boolean {
  if (player.isOpen()) {
    player.handleAction(action);
    return true;
  }
  if (action === "up" || action === "down" || action === "left" || action === "right") {
    focusAt(moveInGrid(lengths, leftAt, place, action));
    return true;
  }
  if (action === "back") return leave();
  const card = cardAt(place);
  if (!card || (action !== "ok" && action !== "play" && action !== "toggle")) return false;
  if (!open(card)) card.click();
  return true;
}

document.addEventListener("keydown", (event) => {
  const action = remoteAction(event.key, event.keyCode);
  if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
  // OK clicks a focused button, as in every browser.
  if (action === "ok" && event.target instanceof HTMLButtonElement) return;
  // A held OK would pause and play in turn.
  const isHeld = event.repeat && action === "ok";
  if (isHeld || handleAction(action)) event.preventDefault();
});

window.addEventListener("popstate", () => {
  isGoingBack = false;
  if (!player.isOpen()) return;
  player.close();
  focusAt(place);
});

document.addEventListener("click", (event) => {
  const { target } = event;
  const card = target instanceof Element ? target.closest<HTMLAnchorElement>("[data-play]") : null;
  if (card && open(card)) event.preventDefault();
});

document.addEventListener("focusin", (event) => {
  rows.forEach((cards, row) => {
    const column = cards.findIndex((card) => card === event.target);
    if (column >= 0) place = { row, column };
  });
});

for (const link of rows[0] || []) {
  // Keeps the shell's query parameter.
  if (link.hreflang !== "") link.search = window.location.search;
}
askForKeys();
focusAt(FIRST);
watchChannels(
  (card) => {
    const programme = programmeOf(card);
    if (programme) player.change(programme);
  },
  () => {
    if (player.isOpen()) window.history.replaceState({ channel: player.channel() }, "");
    window.location.reload();
  },
);
resume(window.history.state);
