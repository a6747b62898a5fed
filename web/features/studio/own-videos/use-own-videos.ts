import { useQueryClient } from "@tanstack/react-query";
import type { Result } from "#shared/errors.ts";
import {
  type OwnVideoProblem,
  ownMediaUrl,
  type StudioOwnVideo,
} from "#shared/contracts/own-videos.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { dataText } from "#shared/device/format-data-size.ts";
import { type OwnVideosMessages, ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { codecName } from "#web/features/studio/channels/broadcast-facts.domain.ts";
import { elapsedText } from "#web/features/studio/channels/go-live/go-live-texts.domain.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import type { StatusTone } from "#web/features/studio/kit/studio-page.tsx";
import { useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";
import type { Api } from "#web/lib/http/http.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useStore } from "#web/lib/store.ts";
import { keepOwnVideo, type OwnVideoFailure } from "./own-videos.data.ts";
import { type RunningUpload, type UploadKind, runningUploads } from "./uploads.ts";

/** Returns what queries of own videos read with. */
export function useReader(): { api: Api; open: OpenClient } {
  return { api: useSite().api, open: useClient() };
}

/** Returns a function that waits for a call, reports it and keeps the video that it answers; null after a failure. */
export function useOwnVideoAction(): (
  calling: Promise<Result<StudioOwnVideo, OwnVideoFailure>>,
  done: string | null,
) => Promise<StudioOwnVideo | null> {
  const queryClient = useQueryClient();
  const toast = useStudioToast();
  const { failures } = useTexts(ownVideosMessages);
  return async (calling, done) => {
    const result = await calling;
    if (!result.ok) {
      toast({ tone: "danger", title: failures[result.failure] });
      return null;
    }
    keepOwnVideo(queryClient, result.value);
    if (done !== null) toast({ tone: "done", title: done });
    return result.value;
  };
}

/** Formats sizes and shares in the page's language. */
export function useSizes(): {
  size: (bytes: number) => string;
  percent: (share: number) => string;
} {
  const { language } = useSite();
  const { locale } = LANGUAGE_FACTS[language];
  const percents = new Intl.NumberFormat(locale, { style: "percent" });
  return { size: (bytes) => dataText(bytes, locale), percent: (share) => percents.format(share) };
}

/** Formats a place in a video, or its length: "1:02:03". */
export function placeText(seconds: number): string {
  return elapsedText(0, Math.round(seconds) * 1_000);
}

/** Returns the upload of a file of a video in this tab; null without one. */
export function useUpload(id: string, kind: UploadKind): RunningUpload | null {
  return useStore(runningUploads).find((one) => one.id === id && one.kind === kind) ?? null;
}

type State = Pick<StudioOwnVideo, "state" | "isPublished">;

/** State of a video, as colour and text. */
export function stateOf(
  { state, isPublished }: State,
  { states }: OwnVideosMessages,
): { tone: StatusTone; text: string } {
  if (isPublished) return { tone: "good", text: states.published };
  if (state === "failed") return { tone: "bad", text: states.failed };
  return { tone: state === "ready" ? "off" : "warn", text: states[state] };
}

/** What is wrong with a file, and what to do. */
export function problemText(
  problem: OwnVideoProblem,
  detail: string | null,
  { problems, otherCodec }: OwnVideosMessages,
): string {
  if (problem !== "video-codec" && problem !== "audio-codec") return problems[problem];
  return problems[problem](detail === null ? otherCodec : codecName(detail));
}

/** Address of a file of a video that may be unpublished. */
export function previewUrl(
  video: Pick<StudioOwnVideo, "id" | "revision" | "previewKey">,
  name: string,
): string {
  return `${ownMediaUrl(video, name)}&key=${encodeURIComponent(video.previewKey)}`;
}
