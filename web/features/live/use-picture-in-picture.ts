import { type RefObject, useEffect, useRef, useState } from "react";
import { PIP_TOOLTIP_MS } from "#shared/constants.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useSite } from "#web/lib/site.ts";

export type PictureInPicture = {
  /** True while the stream plays in its own mini window. */
  isInMiniWindow: boolean;
  /** True for about 1.6 s after the browser could not do it. */
  isUnsupported: boolean;
  toggle: () => void;
};

/**
 * Picture-in-picture of a framed channel, by the first way that works: the player in the frame asks
 * the browser, then a Document Picture-in-Picture window opens the embed page, then a tooltip says
 * that it is not supported.
 */
export function usePictureInPicture(
  id: ChannelId,
  frame: RefObject<HTMLIFrameElement | null>,
): PictureInPicture {
  const site = useSite();
  const [savesData] = useDataSaver();
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
      // Loaded on first use; a user activation lasts about five seconds.
      const { enterPictureInPicture } = await import("./picture-in-picture.ts");
      const channel = { id, site, savesData, onChange: setInMiniWindow };
      miniWindow.current = await enterPictureInPicture(frame.current, channel);
    } catch {
      // No Document Picture-in-Picture here, or the browser rejected: the tooltip says so.
      setUnsupported(true);
      clearTimeout(tooltipTimer.current);
      tooltipTimer.current = setTimeout(() => setUnsupported(false), PIP_TOOLTIP_MS);
    }
  }

  function toggle() {
    if (isInMiniWindow) miniWindow.current?.close();
    else void enter();
  }

  return { isInMiniWindow, isUnsupported, toggle };
}
