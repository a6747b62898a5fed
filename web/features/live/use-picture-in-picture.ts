import { type RefObject, useEffect, useRef, useState } from "react";
import { PIP_TOOLTIP_MS } from "#shared/constants.ts";

export type PictureInPicture = {
  /** True while the stream plays in its own mini window. */
  isInMiniWindow: boolean;
  /** True for about 1.6 s after the browser could not do it. */
  isUnsupported: boolean;
  toggle: () => void;
};

/**
 * Picture-in-picture of a framed channel, by the first way that works: the player
 * inside the frame asks the browser, then a Document Picture-in-Picture window takes the embed page,
 * then a tooltip says that it is not supported.
 *
 * @param embedUrlOf whole address of the embed page for the mini window.
 */
export function usePictureInPicture(
  frame: RefObject<HTMLIFrameElement | null>,
  embedUrlOf: () => string,
  title: string,
): PictureInPicture {
  const [isInMiniWindow, setInMiniWindow] = useState(false);
  const [isUnsupported, setUnsupported] = useState(false);
  const miniWindow = useRef<Window | null>(null);
  const tooltipTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      clearTimeout(tooltipTimer.current);
      miniWindow.current?.close();
    },
    [],
  );

  async function enter() {
    try {
      // Loaded with the first use; the browser grants a click about five seconds.
      const { askFrame, openMiniWindow } = await import("./picture-in-picture.ts");
      if (await askFrame(frame.current)) return;
      const opened = await openMiniWindow(embedUrlOf(), title);
      miniWindow.current = opened;
      setInMiniWindow(true);
      opened.addEventListener("pagehide", () => {
        miniWindow.current = null;
        setInMiniWindow(false);
      });
    } catch {
      // No Document Picture-in-Picture here, or the browser refused: the tooltip says so.
      setUnsupported(true);
      clearTimeout(tooltipTimer.current);
      tooltipTimer.current = setTimeout(() => setUnsupported(false), PIP_TOOLTIP_MS);
    }
  }

  function toggle() {
    if (miniWindow.current) miniWindow.current.close();
    else void enter();
  }

  return { isInMiniWindow, isUnsupported, toggle };
}
