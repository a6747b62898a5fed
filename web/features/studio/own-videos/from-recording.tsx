import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Scissors } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { ownVideosMessages } from "#shared/messages/studio/own-videos.ts";
import { StudioQuery } from "#web/features/studio/kit/studio-page.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";
import { useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { allRecordingsQuery, keepOwnVideo, makeFromRecording } from "./own-videos.data.ts";
import { useReader, useSizes } from "./use-own-videos.ts";

/** Category and podcast of what is made of a service; its page can change them. */
const SERMONS = "sermons";

type MakeSermonButtonProps = {
  channel: string;
  recording: string;
  /** When the broadcast began, in words. */
  start: string;
  tone?: "brand" | "outline";
};

/** Makes a video of a recording and opens its page. */
export function MakeSermonButton({
  channel,
  recording,
  start,
  tone = "outline",
}: MakeSermonButtonProps) {
  const { recordings: texts, failures } = useTexts(ownVideosMessages);
  const { language, ministry } = useSite();
  const open = useClient();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toast = useStudioToast();
  const [isMaking, setMaking] = useState(false);

  async function make(): Promise<void> {
    setMaking(true);
    const spoken = ministry.channels[channel]?.language ?? language;
    const result = await makeFromRecording(open, {
      channel,
      recording,
      facts: { language: spoken, category: SERMONS, show: SERMONS, offlineAllowed: true },
    });
    setMaking(false);
    if (!result.ok) return toast({ tone: "danger", title: failures[result.failure] });
    keepOwnVideo(queryClient, result.value);
    void navigate(`/studio/own-videos/${result.value.id}`);
  }

  return (
    <button
      type="button"
      disabled={isMaking}
      aria-label={texts.makeOf(start)}
      onClick={() => void make()}
      className={buttonStyle(tone)}
    >
      <Scissors aria-hidden className="size-4" />
      {isMaking ? texts.making : texts.make}
    </button>
  );
}

/** Opens the list of recordings of all channels. */
export function FromRecordingButton() {
  const texts = useTexts(ownVideosMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={buttonStyle("outline")}>
        <Scissors aria-hidden className="size-4" />
        {texts.fromRecording}
      </button>
      {isOpen && <RecordingsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function RecordingsDialog({ onClose }: { onClose: () => void }) {
  const { recordings: texts } = useTexts(ownVideosMessages);
  const { close } = useTexts(kitMessages);
  const { ministry } = useSite();
  const { size } = useSizes();
  const timeOf = useTimeText();
  const query = useQuery(allRecordingsQuery(useReader()));
  return (
    <FormDialog title={texts.title} closeLabel={close} onClose={onClose}>
      <StudioQuery query={query}>
        {({ recordings }) => (
          <div className="stack-3">
            <p className="text-ink-soft">{recordings.length === 0 ? texts.none : texts.intro}</p>
            <ul className="ruled">
              {recordings.map(({ channel, recording, startedAt, seconds, bytes }) => {
                const start = startedAt === null ? texts.unknownStart : timeOf(startedAt);
                const length = texts.length(String(Math.ceil(seconds / 60)));
                return (
                  <li
                    key={`${channel}/${recording}`}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
                  >
                    <div className="min-w-0">
                      <p className="font-medium">{start}</p>
                      <p className="text-sm text-ink-soft tabular-nums">
                        {[ministry.channels[channel]?.name ?? channel, length, size(bytes)].join(
                          " · ",
                        )}
                      </p>
                    </div>
                    <MakeSermonButton channel={channel} recording={recording} start={start} />
                  </li>
                );
              })}
            </ul>
          </div>
        )}
      </StudioQuery>
    </FormDialog>
  );
}
