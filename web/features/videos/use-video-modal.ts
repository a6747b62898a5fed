import { useLocation, useNavigate } from "react-router";
import { searchOf } from "#shared/site/page-parameters.ts";
import { usePageParameters } from "#web/lib/navigation/use-page-parameters.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";

/** Search parameter that names the open video, so that a playing video has a URL. */
export const VIDEO_PARAMETER = "v";

/** Search parameter of a shared link with the start second of the video. */
export const START_PARAMETER = "t";

type OpenedFromCard = { isFromCard: true };

export type VideoModalState = {
  /** Id of the video that the URL names, perhaps of another page's; "" for none. */
  videoId: string;
  close: () => void;
};

/** Returns the query of the current page without an open video: the same while videos open and close. */
export function usePageSearch(): string {
  const parameters = usePageParameters();
  parameters.delete(VIDEO_PARAMETER);
  return searchOf(parameters);
}

/** Returns the query that opens a video from its beginning on the page of `pageSearch`. */
export function searchWithVideo(pageSearch: string, videoId: string): string {
  return `${pageSearch === "" ? "?" : `${pageSearch}&`}${VIDEO_PARAMETER}=${videoId}`;
}

/** Router state of a card's link: closing then goes back instead of adding an entry. */
export const CARD_LINK_STATE: OpenedFromCard = { isFromCard: true };

/** Reads the open video from the URL. */
export function useVideoModal(): VideoModalState {
  const parameters = useSearchParameters();
  const search = usePageSearch();
  const location = useLocation();
  const navigate = useNavigate();

  function close() {
    if (isOpenedFromCard(location.state)) {
      void navigate(-1);
      return;
    }
    void navigate({ search }, { replace: true, preventScrollReset: true });
  }

  return { videoId: parameters.get(VIDEO_PARAMETER) ?? "", close };
}

function isOpenedFromCard(state: unknown): state is OpenedFromCard {
  return typeof state === "object" && state !== null && "isFromCard" in state;
}
