import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { dataText } from "#shared/device/format-data-size.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { broadcastMessages } from "#shared/messages/studio/broadcast.ts";
import type { StudioRecordings } from "#shared/studio/studio-ingest.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { useClient, useStudio } from "#web/features/studio/kit/studio-context.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useTimeText } from "#web/features/studio/kit/use-time-text.ts";
import { MakeSermonButton } from "#web/features/studio/own-videos/from-recording.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { deleteRecording, ingestQuery, recordingsQuery } from "./broadcast.data.ts";
import { useBroadcastAction } from "./use-broadcast-action.ts";

type Recording = StudioRecordings["recordings"][number];

/** Recordings of a channel with their sizes, to delete old ones; nothing without recordings. */
export function RecordingsCard({ channelId }: { channelId: string }) {
  const { api, language } = useSite();
  const { kept: texts } = useTexts(broadcastMessages);
  const timeOf = useTimeText();
  const open = useClient();
  const { can } = useStudio();
  const act = useBroadcastAction();
  const running = useQuery(ingestQuery(api, open, channelId)).data?.broadcast?.id ?? "";
  const { data } = useQuery(recordingsQuery(api, open, channelId, running));
  const [asked, setAsked] = useState<Recording | null>(null);
  const { locale } = LANGUAGE_FACTS[language];
  const startOf = ({ startedAt }: Recording): string =>
    startedAt === null ? texts.unknownStart : timeOf(startedAt);
  const sizeOf = ({ bytes }: Recording): string => (bytes === null ? "" : dataText(bytes, locale));
  if (data === undefined || data.recordings.length === 0) return null;
  return (
    <StudioCard title={texts.title}>
      <p className="mb-4 max-w-prose text-ink-soft">{texts.intro}</p>
      <ul className="divide-y divide-line">
        {data.recordings.map((recording) => (
          <li key={recording.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
            <div className="min-w-0 grow basis-32">
              <p className="font-medium">{startOf(recording)}</p>
              <p className="text-sm text-ink-soft tabular-nums">
                {[
                  texts.length(String(Math.ceil(recording.seconds / 60))),
                  sizeOf(recording),
                  recording.server === null ? "" : texts.onServer(recording.server),
                ]
                  .filter((fact) => fact !== "")
                  .join(" · ")}
              </p>
            </div>
            {can("videos") && recording.seconds > 0 && (
              <MakeSermonButton
                channel={channelId}
                recording={recording.id}
                start={startOf(recording)}
              />
            )}
            <button
              type="button"
              aria-label={texts.delete(startOf(recording))}
              title={texts.delete(startOf(recording))}
              onClick={() => setAsked(recording)}
              className={buttonStyle("outline", "min-w-11 px-3!")}
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          title={texts.deleteTitle}
          confirmText={texts.deleteTitle}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await act(deleteRecording(open, channelId, asked.id), texts.deleted);
            setAsked(null);
          }}
        >
          {texts.deleteText(startOf(asked), sizeOf(asked))}
        </ConfirmDialog>
      )}
    </StudioCard>
  );
}
