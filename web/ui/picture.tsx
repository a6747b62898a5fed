import type { SyntheticEvent } from "react";
import { IMAGE_WIDTHS } from "#shared/images.ts";
import { useDataSaver } from "#web/lib/data-saver.ts";
import { useSite } from "#web/lib/site.ts";

type PictureProps = {
  /** Picture path without width, for example `/img/clip/{id}`. */
  src: string;
  alt: string;
  /** How wide it is shown, as the `sizes` attribute takes it. */
  sizes: string;
  className?: string;
  /** The picture that is never made smaller: it is asked for before anybody knows of a data saver. */
  isHero?: boolean;
  /** Seen at once, as the hero and what stands beside it. */
  isOnFirstScreen?: boolean;
};

const FALLBACK_WIDTH = 480;
/** No card is narrower or wider than these; each further width would weigh on a page of cards. */
const SMALLEST_CARD_WIDTH = 320;
const LARGEST_CARD_WIDTH = 960;
const ASPECT = 9 / 16;

/** A 16:9 picture in the sizes that our image service makes; lazy unless it is seen at once. */
export function Picture({
  src,
  alt,
  sizes,
  className,
  isHero = false,
  isOnFirstScreen = isHero,
}: PictureProps) {
  const address = `${useSite().serverUrl}${src}`;
  const [savesData] = useDataSaver();
  // The hero is there by the time that anybody knows: another size of it would only cost more.
  const isSmall = savesData && !isHero;
  const widths = IMAGE_WIDTHS.filter(
    (width) => width >= SMALLEST_CARD_WIDTH && width <= LARGEST_CARD_WIDTH,
  );
  return (
    <img
      src={`${address}/${isSmall ? SMALLEST_CARD_WIDTH : FALLBACK_WIDTH}`}
      srcSet={
        isSmall ? undefined : widths.map((width) => `${address}/${width} ${width}w`).join(", ")
      }
      sizes={sizes}
      width={FALLBACK_WIDTH}
      height={FALLBACK_WIDTH * ASPECT}
      alt={alt}
      className={className}
      loading={isOnFirstScreen ? "eager" : "lazy"}
      fetchPriority={isOnFirstScreen ? "high" : "low"}
      decoding="async"
      onError={hideBroken}
    />
  );
}

/** The calm surface behind it says more than the browser's broken picture. */
function hideBroken({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = "hidden";
}
