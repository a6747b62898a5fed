import { type ReactNode, useState } from "react";
import { type Pasted, pasteSource } from "#shared/live/paste-source.domain.ts";
import { channelsMessages } from "#shared/messages/studio/channels.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextArea } from "#web/ui/fields/text-field.tsx";
import { describeSource } from "./channel-words.domain.ts";
import { TestPlayer } from "./test-player.tsx";

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
  const isError = !pasted.ok && (wasAsked || pasted.fault !== "empty");
  return (
    <div className="stack-4">
      <TextArea
        label={texts.paste.label}
        hint={texts.paste.hint}
        name="source"
        value={text}
        spellCheck={false}
        autoComplete="off"
        error={isError ? texts.paste.faults[pasted.fault] : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {pasted.ok && <ReadSource pasted={pasted} channelId={channelId} />}
      <div className="flex flex-wrap justify-end gap-3">
        {children}
        <button
          type="button"
          className={buttonStyle("brand", "whitespace-normal! py-2")}
          onClick={() => {
            setAsked(true);
            if (pasted.ok) onTake(pasted.source);
          }}
        >
          {takeText(pasted.ok ? pasted.hosts.join(", ") : "")}
        </button>
      </div>
    </div>
  );
}

type ReadSourceProps = { pasted: Extract<Pasted, { ok: true }>; channelId: string };

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
