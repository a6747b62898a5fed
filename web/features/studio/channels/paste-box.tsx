import { useState, type ReactNode } from "react";
import { LANGUAGES } from "#shared/languages.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import { channelBody } from "#shared/studio/kinds/channel.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useFailureToast } from "#web/features/studio/kit/use-publish-action.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { EmbedFrame } from "#web/ui/embed-frame.tsx";
import * as v from "valibot";
import { previewChannel } from "./channels.data.ts";
import { type PastedSource, pasteSource } from "./paste-source.domain.ts";
import { TextArea } from "#web/ui/fields/text-field.tsx";
import { describeSource } from "./channel-list.domain.ts";

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
    const body = v.parse(channelBody, { name, language, source });
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
    <div className="basis-full stack-2">
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

type PasteBoxProps = {
  /** Channel of the source, for the test player. */
  channelId: string;
  /** Text of the button; names the hosts that the source may load from. */
  takeText: (hosts: string) => string;
  onTake: (source: ChannelSource) => unknown;
  children?: ReactNode;
};

/** Input for a link or an embed code: shows the source that was found, tests it and returns it. */
export function PasteBox({ channelId, takeText, onTake, children }: PasteBoxProps) {
  const texts = useTexts(channelsMessages);
  const [text, setText] = useState("");
  const [wasAsked, setAsked] = useState(false);
  const pasted = pasteSource(text);
  const isError = !pasted.ok && (wasAsked || pasted.failure !== "empty");
  return (
    <div className="stack-4">
      <TextArea
        label={texts.paste.label}
        hint={texts.paste.hint}
        name="source"
        value={text}
        spellCheck={false}
        autoComplete="off"
        error={isError ? texts.paste.faults[pasted.failure] : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {pasted.ok && <ReadSource pasted={pasted.value} channelId={channelId} />}
      <div className="justify-end button-row">
        {children}
        <button
          type="button"
          className={buttonStyle("brand", "whitespace-normal! py-2")}
          onClick={() => {
            setAsked(true);
            if (pasted.ok) onTake(pasted.value.source);
          }}
        >
          {takeText(pasted.ok ? pasted.value.hosts.join(", ") : "")}
        </button>
      </div>
    </div>
  );
}

type ReadSourceProps = { pasted: PastedSource; channelId: string };

function ReadSource({ pasted, channelId }: ReadSourceProps) {
  const texts = useTexts(channelsMessages);
  return (
    <div role="status" className="stack-3 rounded-card bg-raised p-4">
      <p className="text-sm text-ink-soft">{texts.paste.found}</p>
      <p className="font-semibold wrap-anywhere">{describeSource(pasted.source, texts)}</p>
      <p className="text-sm wrap-anywhere">{texts.paste.hosts(pasted.hosts.join(", "))}</p>
      <TestPlayer
        key={JSON.stringify(pasted.source)}
        channelId={channelId}
        source={pasted.source}
      />
    </div>
  );
}
