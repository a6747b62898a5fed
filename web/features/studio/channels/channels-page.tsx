import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { type ChannelSource, channelId } from "#shared/site/ministry.ts";
import type { StudioChannels, SourceHealth } from "#shared/studio/studio-channels.ts";
import {
  StatusLabel,
  StudioCard,
  StudioPage,
  StudioQuery,
} from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { ChannelButtons } from "./channel-buttons.tsx";
import { type ListedChannel, channelStatus, describeSource } from "./channel-list.domain.ts";
import { useClock } from "#web/features/studio/kit/use-time-text.ts";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import * as v from "valibot";
import { useStudio, useSubpath } from "#web/features/studio/kit/studio-context.ts";
import { ChannelEditor } from "./channel-editor.tsx";
import { useChannels } from "./channels.data.ts";

type Status = LiveStatus["channels"][number];

type ChannelItemProps = {
  channel: ListedChannel;
  channels: readonly ListedChannel[];
  studioChannels: StudioChannels;
  /** Null while the live status is unknown. */
  status: Status | null;
};

const UNKNOWN = { source: "unknown", fallback: "unknown" } as const;

/** One channel: its status, its source and its actions. */
function ChannelItem({ channel, channels, studioChannels, status }: ChannelItemProps) {
  const { language } = useSite();
  const texts = useTexts(channelsMessages);
  const timeOf = useClock();
  const { id, body } = channel;
  const name = body.name?.[language] ?? id;
  const health = studioChannels.health[id] ?? UNKNOWN;
  const label =
    body.isHidden === true
      ? ({ tone: "off", text: texts.live.hidden } as const)
      : channelStatus(status, texts, timeOf);
  return (
    <StudioCard title={name} mark={<StatusLabel {...label} />}>
      {status !== null && <StatusLines status={status} />}
      <dl className="my-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <SourceLine term={texts.source} source={body.source} health={health.source} />
        <SourceLine term={texts.backup} source={body.fallback} health={health.fallback} />
      </dl>
      <ChannelButtons channel={channel} channels={channels} name={name} />
    </StudioCard>
  );
}

function StatusLines({ status: { title, watching, instead } }: { status: Status }) {
  const { live } = useTexts(channelsMessages);
  const isFailedOver = instead?.why === "down" || instead?.why === "silent";
  const lines = [
    title === null ? "" : live.nowOn(title),
    watching === undefined ? "" : live.watching(watching),
    isFailedOver ? live.returns : "",
  ].filter((line) => line !== "");
  return lines.map((line) => (
    <p key={line} className="text-sm text-ink-soft">
      {line}
    </p>
  ));
}

type SourceLineProps = {
  term: string;
  source: ChannelSource | undefined;
  health: SourceHealth;
};

function SourceLine({ term, source, health }: SourceLineProps) {
  const texts = useTexts(channelsMessages);
  const text = source === undefined ? texts.noBackup : describeSource(source, texts);
  const state = source === undefined ? "" : texts.health[health];
  return (
    <div className="min-w-0">
      <dt className="text-sm font-semibold">{term}</dt>
      <dd className="text-sm wrap-anywhere text-ink-soft">
        {state === "" ? text : texts.withState(text, state)}
      </dd>
    </div>
  );
}

type AddChannelDialogProps = { takenIds: readonly string[]; onClose: () => void };

/** Asks for the id of a new channel; its page asks for the rest. */
function AddChannelDialog({ takenIds, onClose }: AddChannelDialogProps) {
  const { addDialog } = useTexts(channelsMessages);
  const { close } = useTexts(kitMessages);
  const navigate = useNavigate();
  const [id, setId] = useState("");
  const [error, setError] = useState<string | undefined>(undefined);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    // Names are typed as they are said: "Salle de prière" becomes salle-de-priere.
    const plain = id.trim().toLowerCase().normalize("NFD");
    const wanted = plain.replaceAll(/\p{Mark}/gu, "").replaceAll(/\s+/g, "-");
    if (!v.is(channelId, wanted)) return setError(addDialog.wrong);
    if (takenIds.includes(wanted)) return setError(addDialog.taken);
    void navigate(`/studio/channels/${wanted}`);
  }

  return (
    <FormDialog title={addDialog.title} closeLabel={close} onClose={onClose}>
      <form method="post" noValidate onSubmit={handleSubmit} className="stack-4">
        <TextField
          label={addDialog.label}
          hint={addDialog.hint}
          name="id"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={id}
          error={error}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <button type="submit" className={buttonStyle("brand", "w-full")}>
          {addDialog.go}
        </button>
      </form>
    </FormDialog>
  );
}

type ChannelListProps = { channels: readonly ListedChannel[]; studioChannels: StudioChannels };

/** All channels with their current programme and the one-tap actions. */
function ChannelList({ channels, studioChannels }: ChannelListProps) {
  const { api } = useSite();
  const { deps } = useStudio();
  const texts = useTexts(channelsMessages);
  const { data: live } = useQuery(deps.liveQuery(api));
  const [isAdding, setAdding] = useState(false);
  return (
    <StudioPage
      title={texts.title}
      intro={texts.intro}
      actions={
        <button type="button" className={buttonStyle("outline")} onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {texts.add}
        </button>
      }
    >
      {channels.map((channel) => (
        <ChannelItem
          key={channel.id}
          channel={channel}
          channels={channels}
          studioChannels={studioChannels}
          status={live?.channels.find(({ id }) => id === channel.id) ?? null}
        />
      ))}
      {isAdding && (
        <AddChannelDialog
          takenIds={channels.map(({ id }) => id)}
          onClose={() => setAdding(false)}
        />
      )}
    </StudioPage>
  );
}

/** List of the channels, and the page of each below it. */
export function ChannelsPage() {
  const [id] = useSubpath();
  return (
    <StudioQuery query={useChannels()}>
      {(known) =>
        id === undefined ? (
          <ChannelList {...known} />
        ) : (
          <ChannelEditor key={id} id={id} {...known} />
        )
      }
    </StudioQuery>
  );
}
