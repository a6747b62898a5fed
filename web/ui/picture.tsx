import { type SyntheticEvent, useEffect, useState } from "react";
import { preload } from "react-dom";
import { type ImageWidth, pictureAddress } from "#shared/videos/images.ts";
import { useIsSavingData } from "#web/base/data-saver/data-saver.ts";
import { useSite } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { whenIdle } from "#web/lib/when-idle.ts";

type PictureProps = {
  /** Image path without width, for example `/img/clip/{id}`. */
  src: string;
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  className?: string;
  /**
   * Visible at once: loaded before the others. Never reduced by the data saver: it loads before
   * that is known, and a second size would only cost more.
   */
  isOnFirstScreen?: boolean;
};

const FALLBACK_WIDTH = 480;
const SMALL_WIDTH = 320;
const SMALL_WIDTHS: readonly ImageWidth[] = [SMALL_WIDTH];
/** A row's cards are at most 320 px wide; each further width adds to the markup. */
const RAIL_WIDTHS: readonly ImageWidth[] = [SMALL_WIDTH, 640];
/** 720 px fills most phones at a pixel ratio of two. */
const CARD_WIDTHS: readonly ImageWidth[] = [SMALL_WIDTH, FALLBACK_WIDTH, 720, 960];
const FIRST_SCREEN_WIDTHS: readonly ImageWidth[] = [FALLBACK_WIDTH, 720, 960, 1280];
const ASPECT = 9 / 16;

/** Screens on which an image that the page holds is wide enough, and the others. */
const INLINE_SCREENS = "(max-width: 30rem)";
const OTHER_SCREENS = "(min-width: 30.01rem)";

/** `sizes` of an image in a row of cards (`card-rail` in app.css). */
export const RAIL_SIZES = "(min-width: 96rem) 320px, (min-width: 64rem) 19vw, min(72vw, 272px)";

/**
 * A 16:9 image in the sizes and formats of our image service; lazy unless it is visible at once.
 * Browsers choose among sizes in AVIF; without AVIF they get a middle size in WebP. On a phone the
 * page may hold its first image, in a low quality that the right one follows when the page is idle.
 */
export function Picture({ src, alt, sizes, className, isOnFirstScreen = false }: PictureProps) {
  const { serverUrl, inlineImage } = useSite();
  const address = `${serverUrl}${src}`;
  const savesData = useIsSavingData();
  const isSmall = savesData && !isOnFirstScreen;
  const sources = widthsOf(sizes, isOnFirstScreen, isSmall)
    .map((width) => `${pictureAddress(address, width, "avif")} ${width}w`)
    .join(", ");
  const fallback = pictureAddress(address, isSmall ? SMALL_WIDTH : FALLBACK_WIDTH, "webp");
  // A preload lets the browser request it before it parses that part of the page.
  if (isOnFirstScreen && typeof window === "undefined") {
    preload(fallback, {
      as: "image",
      type: "image/avif",
      imageSrcSet: sources,
      imageSizes: sizes,
      fetchPriority: "high",
      media: inlineImage(src) === null ? undefined : OTHER_SCREENS,
    });
  }
  return (
    <picture>
      {isOnFirstScreen && <InlineSource src={src} following={sources} sizes={sizes} />}
      <source type="image/avif" srcSet={sources} sizes={sizes} />
      <img
        src={fallback}
        width={FALLBACK_WIDTH}
        height={FALLBACK_WIDTH * ASPECT}
        alt={alt}
        className={className}
        loading={isOnFirstScreen ? "eager" : "lazy"}
        fetchPriority={isOnFirstScreen ? "high" : "low"}
        // An image that the page holds is painted with its text.
        decoding={isOnFirstScreen ? "sync" : "async"}
        onError={hideBroken}
      />
    </picture>
  );
}

type InlineSourceProps = { src: string; following: string; sizes: string };

/** The image that the page holds, in a low quality. It stays until the right one is there: offline, none may come. */
function InlineSource({ src, following, sizes }: InlineSourceProps) {
  const { inlineImage } = useSite();
  const savesData = useIsSavingData();
  // Only while the page is as the server sent it: a later one requests the right image at once.
  const [isAsSent, setAsSent] = useState(!useHydrated());
  const data = isAsSent ? inlineImage(src) : null;
  useEffect(() => {
    if (data === null || savesData) return undefined;
    return whenIdle(() => {
      const image = new Image();
      image.sizes = sizes;
      image.srcset = following;
      image.addEventListener("load", () => setAsSent(false));
    });
  }, [data, savesData, following, sizes]);
  if (data === null) return null;
  return (
    <source type="image/avif" media={INLINE_SCREENS} srcSet={`data:image/avif;base64,${data}`} />
  );
}

function widthsOf(
  sizes: string,
  isOnFirstScreen: boolean,
  isSmall: boolean,
): readonly ImageWidth[] {
  if (isOnFirstScreen) return FIRST_SCREEN_WIDTHS;
  if (isSmall) return SMALL_WIDTHS;
  return sizes === RAIL_SIZES ? RAIL_WIDTHS : CARD_WIDTHS;
}

/** Hides the browser's broken-image icon; the surface behind it stays. */
function hideBroken({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = "hidden";
}
