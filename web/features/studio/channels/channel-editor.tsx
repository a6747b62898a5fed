import { useState } from "react";
import { useNavigate } from "react-router";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { removeDocument } from "#web/features/studio/kit/documents.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useTold } from "#web/features/studio/kit/use-publish-action.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ArrowLeft } from "lucide-react";
import { LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { channelId } from "#shared/site/ministry.ts";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import { type ChannelBody, channelBody } from "#shared/studio/kinds/channel.ts";
import { EditorFrame } from "#web/features/studio/kit/editor-frame.tsx";
import {
  EditorChoice,
  EditorLocalText,
  EditorSwitch,
} from "#web/features/studio/kit/fields/editor-fields.tsx";
import { StudioCard, StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { Link } from "#web/ui/link.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { ListedChannel } from "./channel-list.domain.ts";
import { PosterField } from "./poster/poster-field.tsx";
import { SourceField } from "./source-field.tsx";

type RemoveChannelProps = {
  document: StudioDocument;
  name: string;
  /** True when ministry.json has the channel: removing then restores its values. */
  isOfFile: boolean;
};

/** Removes the channel's document. Deletes a channel that ministry.json does not have. */
export function RemoveChannel({ document, name, isOfFile }: RemoveChannelProps) {
  const { edit, done, summary } = useTexts(channelsMessages);
  const open = useClient();
  const tell = useTold();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const words = isOfFile ? edit.resetChannel : edit.removeChannel;

  async function remove(): Promise<void> {
    const { kind, id, version } = document;
    const answer = await removeDocument(open, {
      kind,
      id,
      baseVersion: version,
      summary: isOfFile ? summary.reset(name) : summary.removed(name),
    });
    const told = tell(answer, isOfFile ? done.reset(name) : done.removed(name));
    setAsking(false);
    if (told === "published") void navigate("/studio/channels");
  }

  return (
    <div>
      <button type="button" onClick={() => setAsking(true)} className={buttonStyle("danger")}>
        {words}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={words}
          confirmText={words}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {isOfFile ? edit.resetText : edit.removeText}
        </ConfirmDialog>
      )}
    </div>
  );
}

type ChannelEditorProps = { id: string; channels: readonly ListedChannel[]; desk: StudioChannels };

/** Page of one channel, also of a new one. */
export function ChannelEditor({ id, channels, desk }: ChannelEditorProps) {
  const { language } = useSite();
  const { edit } = useTexts(channelsMessages);
  const channel = channels.find((one) => one.id === id) ?? null;
  const name = channel?.body.name?.[language] ?? id;
  const isPossible = channel !== null || channelId.safeParse(id).success;
  return (
    <StudioPage
      title={channel === null ? edit.newTitle : edit.title(name)}
      actions={
        <Link to="/studio/channels" className={buttonStyle("outline")}>
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          {edit.back}
        </Link>
      }
    >
      {isPossible ? (
        <ChannelForm id={id} name={name} channel={channel} desk={desk} />
      ) : (
        <p>{edit.missing}</p>
      )}
    </StudioPage>
  );
}

/** ministry.json has no defaults for a channel of the studio. */
const newChannelBody = channelBody.required({ name: true, language: true, source: true });

type FormProps = {
  id: string;
  name: string;
  channel: ListedChannel | null;
  desk: StudioChannels;
};

function ChannelForm({ id, name, channel, desk }: FormProps) {
  const texts = useTexts(channelsMessages);
  const { edit } = texts;
  const editor = useDocument<ChannelBody>({
    kind: "channel",
    id,
    schema: newChannelBody,
    seed: channel?.file ?? {},
    faultTexts: edit.faults,
  });
  return (
    <>
      <EditorFrame
        editor={editor}
        title={name}
        previewPath="/live-tv"
        summaryOf={() => texts.summary.changed(name)}
      >
        <StudioCard title={texts.source}>
          <div className="stack-5">
            <SourceField
              editor={editor}
              channelId={id}
              field="source"
              label={texts.source}
              hint={edit.sourceHint}
              lineups={desk.lineups}
            />
            <SourceField
              editor={editor}
              channelId={id}
              field="fallback"
              label={texts.backup}
              hint={edit.backupHint}
              lineups={desk.lineups}
            />
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
              error={editor.faults["fallbackAfterSeconds"]}
              onChange={({ currentTarget: { value } }) =>
                editor.put("fallbackAfterSeconds", value === "" ? undefined : Number(value))
              }
            />
          </div>
        </StudioCard>
        <StudioCard title={edit.name}>
          <div className="stack-5">
            <EditorLocalText editor={editor} field="name" label={edit.name} hint={edit.nameHint} />
            <EditorChoice
              editor={editor}
              field="language"
              label={edit.language}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_FACTS[value].name }))}
            />
            <PosterField
              value={editor.values.poster}
              posters={desk.posters}
              error={editor.faults["poster"]}
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
        <RemoveChannel document={editor.document} name={name} isOfFile={channel.file !== null} />
      )}
    </>
  );
}
