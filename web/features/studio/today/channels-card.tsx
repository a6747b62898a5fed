import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { SiteChannel } from "#shared/contracts/site.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { todayMessages } from "#shared/messages/studio/today.ts";
import { documentQuery, emptyDocument } from "#web/features/studio/kit/documents.data.ts";
import type { Changes } from "#web/features/studio/kit/merge.domain.ts";
import { useClient, useStudio } from "#web/features/studio/kit/studio-context.ts";
import { Light, type LightTone, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useAct } from "#web/features/studio/kit/use-act.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

type ChannelStatus = LiveStatus["channels"][number];

const TONES: Readonly<Record<ChannelStatus["state"], LightTone>> = {
  live: "good",
  rerun: "good",
  scheduled: "off",
  offline: "off",
  down: "bad",
  unknown: "off",
};

/** What this card asks of a channel's document; the channel's own page knows the rest. */
const steeringSchema = z.object({
  isOffAir: z.boolean().optional(),
  use: z.enum(["source", "fallback"]).optional(),
  fallback: z.unknown().optional(),
});

/** What each channel does now, with the acts that a Sunday morning needs. */
export function ChannelsCard() {
  const { api, ministry } = useSite();
  const { tools } = useStudio();
  const { channels: texts } = useTexts(todayMessages);
  const { data } = useQuery(tools.liveQuery(api));
  return (
    <StudioCard title={texts.title}>
      <ul>
        {Object.entries(ministry.channels).map(([id, channel]) => (
          <li key={id} className="border-t border-line py-3 first:border-t-0 first:pt-0">
            <ChannelLine
              id={id}
              channel={channel}
              status={data?.channels.find((status) => status.id === id) ?? null}
            />
          </li>
        ))}
      </ul>
    </StudioCard>
  );
}

type ChannelLineProps = { id: string; channel: SiteChannel; status: ChannelStatus | null };

function ChannelLine({ id, channel, status }: ChannelLineProps) {
  const { language } = useSite();
  const { can } = useStudio();
  const { channels: texts } = useTexts(todayMessages);
  const query = useQuery(documentQuery(useClient(), "channel", id));
  const document = query.data ?? emptyDocument("channel", id);
  const body = steeringSchema.safeParse(document.body ?? {}).data ?? {};
  const isOff = body.isOffAir === true;
  const { name } = channel;
  const watching = status?.watching?.toLocaleString(LANGUAGE_FACTS[language].locale);
  return (
    <>
      <p className="font-semibold">{name}</p>
      <ChannelLight isOff={isOff} status={status} />
      {watching !== undefined && (
        <p className="text-sm text-ink-soft">{texts.watching(watching)}</p>
      )}
      {!isOff && body.use === "fallback" && <p className="text-sm">{texts.backUp}</p>}
      {can("channels") && query.data && (
        <div className="mt-2 flex flex-wrap gap-2">
          <ActButton
            id={id}
            name={name}
            baseVersion={document.version}
            changes={{ isOffAir: !isOff }}
            text={isOff ? texts.goOn : texts.goOff}
            done={isOff ? texts.done.on(name) : texts.done.off(name)}
          />
          {body.use === "fallback" ? (
            <ActButton
              id={id}
              name={name}
              baseVersion={document.version}
              changes={{ use: "source" }}
              text={texts.useSource}
              done={texts.done.source(name)}
            />
          ) : (
            body.fallback !== undefined && (
              <ActButton
                id={id}
                name={name}
                baseVersion={document.version}
                changes={{ use: "fallback" }}
                text={texts.useBackUp}
                done={texts.done.backUp(name)}
              />
            )
          )}
        </div>
      )}
    </>
  );
}

function ChannelLight({ isOff, status }: { isOff: boolean; status: ChannelStatus | null }) {
  const { channels: texts } = useTexts(todayMessages);
  if (isOff) return <Light tone="off" text={texts.state.off} />;
  return status && <Light tone={TONES[status.state]} text={texts.state[status.state]} />;
}

type ActButtonProps = {
  id: string;
  name: string;
  baseVersion: number;
  changes: Changes;
  text: string;
  done: string;
};

/** One tap; the toast has the way back. */
function ActButton({ id, name, baseVersion, changes, text, done }: ActButtonProps) {
  const { channels: texts } = useTexts(todayMessages);
  const act = useAct();
  const [isPending, setPending] = useState(false);

  async function run(): Promise<void> {
    setPending(true);
    await act({ kind: "channel", id, changes, baseVersion, summary: done, done });
    setPending(false);
  }

  return (
    <button
      type="button"
      disabled={isPending}
      aria-label={texts.of(text, name)}
      onClick={() => void run()}
      className={buttonStyle("outline")}
    >
      {text}
    </button>
  );
}
