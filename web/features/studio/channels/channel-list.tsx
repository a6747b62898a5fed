import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { channelId } from "#shared/site/ministry.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import { useStudio } from "#web/features/studio/kit/studio-context.ts";
import { StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { ChannelItem } from "./channel-item.tsx";
import type { ListedChannel } from "./channel-list.domain.ts";

type AddChannelDialogProps = { takenIds: readonly string[]; onClose: () => void };

/** Asks for the id of a new channel; its page asks for the rest. */
export function AddChannelDialog({ takenIds, onClose }: AddChannelDialogProps) {
  const { addDialog } = useTexts(channelsMessages);
  const { close } = useTexts(kitMessages);
  const navigate = useNavigate();
  const [id, setId] = useState("");
  const [error, setError] = useState<string | undefined>(undefined);

  function goOn(event: FormEvent): void {
    event.preventDefault();
    const wanted = id.trim();
    if (!channelId.safeParse(wanted).success) return setError(addDialog.wrong);
    if (takenIds.includes(wanted)) return setError(addDialog.taken);
    void navigate(`/studio/channels/${wanted}`);
  }

  return (
    <FormDialog title={addDialog.title} closeLabel={close} onClose={onClose}>
      <form method="post" noValidate onSubmit={goOn} className="stack-4">
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
export function ChannelList({ channels, studioChannels }: ChannelListProps) {
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
