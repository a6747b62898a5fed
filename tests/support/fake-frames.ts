import { act } from "@testing-library/react";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";

type FrameWindow = { postMessage: (message: unknown) => void };

/** Messages that were posted into each frame, in order. */
const posted = new WeakMap<HTMLIFrameElement, unknown[]>();
const windows = new WeakMap<HTMLIFrameElement, FrameWindow>();

/** Gives every frame an empty window of its own. */
export function installFrames(): void {
  Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
    configurable: true,
    get(this: HTMLIFrameElement): FrameWindow {
      return windowOf(this);
    },
  });
}

/** Returns the messages that the page posted into a frame. */
export function postedInto(frame: HTMLIFrameElement): readonly unknown[] {
  return posted.get(frame) ?? [];
}

/** Sends a message from the player in a frame to its page. */
export function sayFromFrame(
  frame: HTMLIFrameElement,
  message: EmbedMessage,
  origin: string = window.location.origin,
): void {
  const event = Object.assign(new Event("message"), {
    data: message,
    origin,
    source: windowOf(frame),
  });
  act(() => void window.dispatchEvent(event));
}

function windowOf(frame: HTMLIFrameElement): FrameWindow {
  const known = windows.get(frame);
  if (known) return known;
  const messages: unknown[] = [];
  const made = { postMessage: (message: unknown) => void messages.push(message) };
  posted.set(frame, messages);
  windows.set(frame, made);
  return made;
}
