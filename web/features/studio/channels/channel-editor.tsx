import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { removeDocument } from "#web/features/studio/kit/documents.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useReportResult } from "#web/features/studio/kit/use-publish-action.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ArrowLeft } from "lucide-react";
import * as v from "valibot";
import { channelId } from "#shared/site/ministry.ts";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import { type ChannelBody, wholeChannel } from "#shared/studio/kinds/channel.ts";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import {
  EditorChoice,
  EditorLocalText,
  EditorSwitch,
} from "#web/features/studio/kit/fields/editor-fields.tsx";
import { LANGUAGE_OPTIONS } from "#web/features/studio/kit/fields/form-fields.tsx";
import { StudioCard, StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { Link } from "#web/ui/link.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { BroadcastCard, ShowBroadcasts, showsBroadcasts } from "./broadcast-card.tsx";
import type { ListedChannel } from "./channel-list.domain.ts";
import { PosterField } from "./poster-field.tsx";
import { RecordingsCard } from "./recordings-card.tsx";
import { SourceField } from "./source-field.tsx";

const GoLive = lazy(async () => ({ default: (await import("./go-live/go-live.tsx")).GoLive }));

type RemoveChannelProps = {
  document: StudioDocument;
  name: string;
  /** True when ministry.json has the channel: removing then restores its values. */
  isInFile: boolean;
};

/** Removes the channel's document. Deletes a channel that ministry.json does not have. */
function RemoveChannel({ document, name, isInFile }: RemoveChannelProps) {
  const { edit, done, summary } = useTexts(channelsMessages);
  const open = useClient();
  const report = useReportResult();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const label = isInFile ? edit.resetChannel : edit.removeChannel;

  async function remove(): Promise<void> {
    const { kind, id, version } = document;
    const result = await removeDocument(open, {
      kind,
      id,
      baseVersion: version,
      summary: isInFile ? summary.reset(name) : summary.removed(name),
    });
    const outcome = report(result, isInFile ? done.reset(name) : done.removed(name));
    setAsking(false);
    if (outcome === "published") void navigate("/studio/channels");
  }

  return (
    <div>
      <button type="button" onClick={() => setAsking(true)} className={buttonStyle("danger")}>
        {label}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={label}
          confirmText={label}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {isInFile ? edit.resetText : edit.removeText}
        </ConfirmDialog>
      )}
    </div>
  );
}

type ChannelEditorProps = {
  id: string;
  channels: readonly ListedChannel[];
  studioChannels: StudioChannels;
};

/** Page of one channel, also of a new one. */
export function ChannelEditor({ id, channels, studioChannels }: ChannelEditorProps) {
  const { language } = useSite();
  const { edit } = useTexts(channelsMessages);
  const channel = channels.find((one) => one.id === id) ?? null;
  const name = channel?.body.name?.[language] ?? id;
  const isPossible = channel !== null || v.is(channelId, id);
  return (
    <StudioPage
      title={channel === null ? edit.newTitle : edit.title(name)}
      actions={
        <>
          <Link to="/studio/channels" className={buttonStyle("outline")}>
            <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
            {edit.back}
          </Link>
          <Link to="/studio/guide/live" className={buttonStyle("outline")}>
            {edit.guide}
          </Link>
        </>
      }
    >
      {isPossible ? (
        <>
          {channel !== null && (
            <BroadcastCard
              channel={channel}
              goLive={
                <Suspense>
                  <GoLive
                    channelId={id}
                    notice={!showsBroadcasts(channel) && <ShowBroadcasts channel={channel} />}
                  />
                </Suspense>
              }
            />
          )}
          {channel !== null && <RecordingsCard channelId={id} />}
          <ChannelForm id={id} name={name} channel={channel} studioChannels={studioChannels} />
        </>
      ) : (
        <p>{edit.missing}</p>
      )}
    </StudioPage>
  );
}

type FormProps = {
  id: string;
  name: string;
  channel: ListedChannel | null;
  studioChannels: StudioChannels;
};

function ChannelForm({ id, name, channel, studioChannels }: FormProps) {
  const texts = useTexts(channelsMessages);
  const { edit } = texts;
  const editor = useDocument<ChannelBody>({
    kind: "channel",
    id,
    schema: wholeChannel,
    seed: channel?.file ?? {},
    errorTexts: edit.faults,
  });
  return (
    <>
      <EditorFrame
        editor={editor}
        title={name}
        previewPath="/live-tv"
        summaryOf={() => texts.summary.changed(name)}
      >
        <SourceField
          editor={editor}
          channelId={id}
          field="source"
          label={texts.source}
          hint={edit.sourceHint}
          lineups={studioChannels.lineups}
        />
        <SourceField
          editor={editor}
          channelId={id}
          field="fallback"
          label={texts.backup}
          hint={edit.backupHint}
          lineups={studioChannels.lineups}
        >
          <TextField
            label={edit.after}
            hint={edit.afterHint}
            name="fallbackAfterSeconds"
            type="number"
            inputMode="numeric"
            min={10}
            max={3600}
            placeholder="30"
            value={editor.values.fallbackAfterSeconds ?? ""}
            error={editor.errors["fallbackAfterSeconds"]}
            onChange={({ currentTarget: { value } }) =>
              editor.put("fallbackAfterSeconds", value === "" ? undefined : Number(value))
            }
          />
        </SourceField>
        <StudioCard title={edit.name}>
          <div className="stack-5">
            <EditorLocalText editor={editor} field="name" label={edit.name} hint={edit.nameHint} />
            <EditorChoice
              editor={editor}
              field="language"
              label={edit.language}
              options={LANGUAGE_OPTIONS}
            />
            <PosterField
              value={editor.values.poster}
              posters={studioChannels.posters}
              error={editor.errors["poster"]}
              onChoose={(poster) => editor.put("poster", poster)}
            />
            <EditorSwitch
              editor={editor}
              field="isHidden"
              label={edit.hidden}
              hint={edit.hiddenHint}
            />
          </div>
        </StudioCard>
      </EditorFrame>
      {channel !== null && editor.document.body !== null && (
        <RemoveChannel document={editor.document} name={name} isInFile={channel.file !== null} />
      )}
    </>
  );
}
