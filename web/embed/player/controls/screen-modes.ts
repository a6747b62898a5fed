import type { EmbedTexts } from "#shared/messages/embed.ts";
import { iconButton, setIconButton, ICONS } from "#web/embed/dom.ts";

/** Older names of these functions on iPhones. */
type AppleVideo = HTMLVideoElement & {
  webkitEnterFullscreen?: () => void;
  webkitSupportsPresentationMode?: (mode: string) => boolean;
  webkitSetPresentationMode?: (mode: string) => void;
};

/** A display mode; `button` is null where the browser lacks it (F-25). */
export type ScreenMode = {
  button: HTMLButtonElement | null;
  /** Toggles it. Resolves false when the browser rejects or cannot. */
  toggle(): Promise<boolean>;
};

/** Fullscreen of the whole player, or of the video alone where only that is possible. */
export function createFullscreen(
  root: HTMLElement,
  video: AppleVideo,
  texts: EmbedTexts,
): ScreenMode {
  const isWhole = document.fullscreenEnabled;
  if (!isWhole && !video.webkitEnterFullscreen) {
    return { button: null, toggle: () => Promise.resolve(false) };
  }
  const button = iconButton("rp-button rp-full", texts.fullscreen, ICONS.fullscreen);

  async function toggle(): Promise<boolean> {
    try {
      if (!isWhole) video.webkitEnterFullscreen?.();
      else if (document.fullscreenElement) await document.exitFullscreen();
      else {
        await root.requestFullscreen();
        await turnSideways();
      }
      return true;
    } catch {
      return false;
    }
  }

  button.addEventListener("click", () => void toggle());
  document.addEventListener("fullscreenchange", () => {
    const isOn = document.fullscreenElement !== null;
    setIconButton(
      button,
      isOn ? texts.exitFullscreen : texts.fullscreen,
      isOn ? ICONS.exitFullscreen : ICONS.fullscreen,
    );
  });
  return { button, toggle };
}

/** Rotates the screen of phones; does nothing where that is not possible. */
async function turnSideways(): Promise<void> {
  const orientation: Partial<Pick<ScreenOrientation, "lock">> = screen.orientation;
  await orientation.lock?.("landscape").catch(() => undefined);
}

/**
 * The browser's picture-in-picture. @param onChange called when the mini player opens or closes by
 * any means.
 */
export function createPictureInPicture(
  video: AppleVideo,
  texts: EmbedTexts,
  onChange: (isOn: boolean) => void,
): ScreenMode {
  const isApple = video.webkitSupportsPresentationMode?.("picture-in-picture") === true;
  if (!document.pictureInPictureEnabled && !isApple) {
    return { button: null, toggle: () => Promise.resolve(false) };
  }
  const button = iconButton("rp-button rp-pip", texts.pictureInPicture, ICONS.pip);

  async function toggle(): Promise<boolean> {
    try {
      if (document.pictureInPictureElement) await document.exitPictureInPicture();
      else if (document.pictureInPictureEnabled) await video.requestPictureInPicture();
      else video.webkitSetPresentationMode?.("picture-in-picture");
      return true;
    } catch {
      return false;
    }
  }

  function show(isOn: boolean): void {
    setIconButton(button, isOn ? texts.exitPictureInPicture : texts.pictureInPicture, ICONS.pip);
    onChange(isOn);
  }
  button.addEventListener("click", () => void toggle());
  video.addEventListener("enterpictureinpicture", () => show(true));
  video.addEventListener("leavepictureinpicture", () => show(false));
  return { button, toggle };
}
