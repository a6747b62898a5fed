import { channelsMessages } from "#shared/messages/studio/channels.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTexts } from "#web/lib/site.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import type { ListedChannel } from "./channel-list.domain.ts";
import { PasteBox } from "./paste-box.tsx";
import { useChannelActions } from "./use-channel-actions.ts";

type SwitchDialogProps = { channel: ListedChannel; name: string; onClose: () => void };

/** Switches a channel to a pasted source. Stays open with its input when that fails. */
export function SwitchDialog({ channel, name, onClose }: SwitchDialogProps) {
  const { switchDialog } = useTexts(channelsMessages);
  const { close } = useTexts(kitMessages);
  const actions = useChannelActions(channel);
  return (
    <FormDialog title={switchDialog.title(name)} closeLabel={close} onClose={onClose}>
      <p className="mb-4 text-ink-soft">{switchDialog.text}</p>
      <PasteBox
        channelId={channel.id}
        takeText={(hosts) =>
          hosts === "" ? switchDialog.switchNow : switchDialog.allowAndSwitch(hosts)
        }
        onTake={async (source) => {
          if ((await actions.toLink(source)) === "published") onClose();
        }}
      />
    </FormDialog>
  );
}
