import { Clipboard, Key } from "lucide-react";
import { useState } from "react";
import { broadcastMessages } from "#shared/messages/studio/broadcast.ts";
import type { StudioIngest } from "#shared/studio/studio-ingest.ts";
import { ConfirmDialog } from "#web/features/studio/kit/confirm-dialog.tsx";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { StatusLabel } from "#web/features/studio/kit/studio-page.tsx";
import { useFailureToast, useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";
import { useClock, useDayText } from "#web/features/studio/kit/use-time-text.ts";
import { copyText } from "#web/lib/sharing.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { acceptEncoders, makeStreamKey, removeStreamKey } from "./broadcast.data.ts";
import { useBroadcastAction } from "./use-broadcast-action.ts";

type EncoderSetUpProps = { channelId: string; ingest: StudioIngest };

/** Address and key for an encoder. */
export function EncoderSetUp({ channelId, ingest }: EncoderSetUpProps) {
  const texts = useTexts(broadcastMessages);
  const timeOf = useClock();
  const { rtmpUrl, acceptsEncoders, portProblem, rejection } = ingest;
  return (
    <section aria-label={texts.setUp} className="stack-4 border-t border-line pt-5">
      <h3 className="font-semibold">{texts.setUp}</h3>
      {rtmpUrl === null ? (
        <StatusLabel tone="off" text={texts.noPort} />
      ) : (
        <EncoderSwitch isOn={acceptsEncoders} />
      )}
      {rtmpUrl !== null && acceptsEncoders && (
        <>
          {portProblem !== null && (
            <StatusLabel tone="bad" text={texts.portProblems[portProblem]} />
          )}
          {rejection !== null && (
            <StatusLabel tone="warn" text={texts.refused[rejection.reason](timeOf(rejection.at))} />
          )}
          <CopyField label={texts.server} value={rtmpUrl} />
          <StreamKey channelId={channelId} madeAt={ingest.keyMadeAt} />
          <p className="max-w-prose text-sm text-ink-soft">{texts.advice}</p>
        </>
      )}
    </section>
  );
}

/** Opens the port of all servers in one tap, and asks before it closes it. */
function EncoderSwitch({ isOn }: { isOn: boolean }) {
  const texts = useTexts(broadcastMessages);
  const open = useClient();
  const act = useBroadcastAction();
  const [isAsked, setAsked] = useState(false);

  async function refuse(): Promise<void> {
    await act(acceptEncoders(open, false), texts.noLonger);
    setAsked(false);
  }

  return (
    <div className="stack-2">
      <Switch
        isOn={isOn}
        onTurn={(on) =>
          on ? void act(acceptEncoders(open, true), texts.accepted) : setAsked(true)
        }
        className="min-h-11"
      >
        {texts.accept}
      </Switch>
      {!isOn && <p className="max-w-prose text-sm text-ink-soft">{texts.closed}</p>}
      {isAsked && (
        <ConfirmDialog
          title={texts.refuse}
          confirmText={texts.refuse}
          onClose={() => setAsked(false)}
          onConfirm={refuse}
        >
          {texts.refuseText}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The channel's key: shown once after it was made. */
function StreamKey({ channelId, madeAt }: { channelId: string; madeAt: string | null }) {
  const texts = useTexts(broadcastMessages);
  const dayOf = useDayText();
  const open = useClient();
  const showFailure = useFailureToast();
  const act = useBroadcastAction();
  const [key, setKey] = useState<string | null>(null);
  const [asked, setAsked] = useState<"new" | "remove" | null>(null);

  async function make(): Promise<void> {
    const made = await makeStreamKey(open, channelId);
    if (made.ok) setKey(made.value);
    else showFailure(made.failure);
    setAsked(null);
  }

  async function remove(): Promise<void> {
    await act(removeStreamKey(open, channelId), texts.keyRemoved);
    setKey(null);
    setAsked(null);
  }

  const hasKey = key !== null || madeAt !== null;
  return (
    <div className="stack-3">
      {key === null ? (
        <p className="text-sm text-ink-soft">
          {madeAt === null ? texts.noKey : texts.keyMade(dayOf(madeAt))}
        </p>
      ) : (
        <CopyField label={texts.key} hint={texts.keyHint} value={key} />
      )}
      <div className="button-row">
        <button
          type="button"
          className={buttonStyle(hasKey ? "outline" : "brand")}
          onClick={() => (hasKey ? setAsked("new") : void make())}
        >
          <Key aria-hidden className="size-4" />
          {hasKey ? texts.newKey : texts.makeKey}
        </button>
        {hasKey && (
          <button
            type="button"
            className={buttonStyle("outline")}
            onClick={() => setAsked("remove")}
          >
            {texts.removeKey}
          </button>
        )}
      </div>
      {asked !== null && (
        <ConfirmDialog
          title={asked === "new" ? texts.newKey : texts.removeKey}
          confirmText={asked === "new" ? texts.newKey : texts.removeKey}
          onClose={() => setAsked(null)}
          onConfirm={asked === "new" ? make : remove}
        >
          {asked === "new" ? texts.newKeyText : texts.removeKeyText}
        </ConfirmDialog>
      )}
    </div>
  );
}

type CopyFieldProps = { label: string; value: string; hint?: string };

/** A text to copy into another program. */
function CopyField({ label, value, hint }: CopyFieldProps) {
  const texts = useTexts(broadcastMessages);
  const toast = useStudioToast();

  async function copy(): Promise<void> {
    const isCopied = await copyText(value);
    if (isCopied) toast({ tone: "done", title: texts.copied });
    else toast({ tone: "danger", title: texts.copyFailed });
  }

  return (
    <TextField
      label={label}
      hint={hint}
      name={label}
      value={value}
      readOnly
      spellCheck={false}
      onFocus={({ currentTarget }) => currentTarget.select()}
      end={
        <button
          type="button"
          aria-label={texts.copy(label)}
          title={texts.copy(label)}
          onClick={() => void copy()}
          className="absolute inset-y-0 end-0 grid w-12 place-items-center rounded-e-xl text-ink-soft hover:text-ink"
        >
          <Clipboard aria-hidden className="size-5" />
        </button>
      }
    />
  );
}
