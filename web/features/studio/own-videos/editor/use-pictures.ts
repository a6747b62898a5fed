import { useEffect, useRef, useState } from "react";
import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { isSavingData } from "#web/base/data-saver/data-saver.ts";
import { previewUrl } from "#web/features/studio/own-videos/use-own-videos.ts";

/** A picture of a video. */
export type ShownPicture = {
  /** Seconds from the start of segment 0. */
  at: number;
  share: number;
  image: Blob;
  /** Address of the image in this document. */
  address: string;
};

/** Pictures of a video, which are taken in the browser. */
export type Pictures = {
  status: "idle" | "loading" | "done" | "failed";
  pictures: readonly ShownPicture[];
  load: () => void;
};

const canDecode = (): boolean => typeof VideoDecoder === "function";

/**
 * Takes pictures of a video once, by itself where data is not saved.
 *
 * @param startsAt seconds at which the published part begins
 */
export function usePictures(video: StudioOwnVideo, startsAt: number | null): Pictures {
  const [status, setStatus] = useState<Pictures["status"]>("idle");
  const [pictures, setPictures] = useState<readonly ShownPicture[]>([]);
  const stop = useRef<AbortController | null>(null);
  const canLoad = video.hasPicture && video.files.video !== null && startsAt !== null;

  function load(): void {
    if (!canLoad || stop.current !== null) return;
    if (!canDecode()) return setStatus("failed");
    const { signal } = (stop.current = new AbortController());
    setStatus("loading");
    const address = new URL(previewUrl(video, "video.mp4"), window.location.href).href;
    import("#web/features/studio/own-videos/media/pictures.ts")
      .then(({ takePictures }) =>
        takePictures(
          address,
          ({ at, share, image }) =>
            setPictures((before) => [
              ...before,
              { at: startsAt + at, share, image, address: URL.createObjectURL(image) },
            ]),
          signal,
        ),
      )
      .then(
        () => setStatus("done"),
        () => {
          if (!signal.aborted) setStatus("failed");
        },
      );
  }

  const mayLoad = canLoad && canDecode() && status === "idle";
  useEffect(() => {
    if (mayLoad && !isSavingData()) load();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it becomes possible
  }, [mayLoad]);

  const latest = useRef(pictures);
  latest.current = pictures;
  useEffect(
    () => () => {
      stop.current?.abort();
      stop.current = null;
      for (const { address } of latest.current) URL.revokeObjectURL(address);
    },
    [],
  );

  return { status, pictures, load };
}
