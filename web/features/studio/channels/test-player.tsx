import { useState } from "react";
import { LANGUAGES } from "#shared/languages.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import { channelBody } from "#shared/studio/kinds/channel.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useFailureToast } from "#web/features/studio/kit/use-publish-action.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { EmbedFrame } from "#web/ui/embed-frame.tsx";
import { previewChannel } from "./channels.data.ts";

type TestPlayerProps = { channelId: string; source: ChannelSource };

/** Plays a source before it is published. */
export function TestPlayer({ channelId, source }: TestPlayerProps) {
  const { language } = useSite();
  const texts = useTexts(channelsMessages).test;
  const open = useClient();
  const showFailure = useFailureToast();
  const [token, setToken] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  async function start(): Promise<void> {
    setPending(true);
    const name = Object.fromEntries(LANGUAGES.map((each) => [each, texts.title]));
    const body = channelBody.parse({ name, language, source });
    const result = await previewChannel(open, channelId, body);
    setPending(false);
    if (result.ok) setToken(result.value);
    else showFailure(result.failure);
  }

  if (token === null) {
    return (
      <button
        type="button"
        disabled={isPending}
        onClick={() => void start()}
        className={buttonStyle("outline")}
      >
        {texts.start}
      </button>
    );
  }
  const query = new URLSearchParams({
    preview: token,
    lang: language,
    autoplay: "1",
    muted: "1",
    tap: "1",
  });
  return (
    <div className="stack-2">
      <p className="text-sm text-ink-soft">{texts.text}</p>
      <div className="relative aspect-video max-w-sm overflow-hidden rounded-card bg-[#0a0716]">
        <EmbedFrame
          path={`/embed/channel/${channelId}?${query}`}
          title={texts.title}
          className="absolute inset-0 size-full"
        />
      </div>
      <button type="button" onClick={() => setToken(null)} className={buttonStyle("outline")}>
        {texts.stop}
      </button>
    </div>
  );
}
