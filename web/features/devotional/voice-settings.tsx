import { type FormEvent, useEffect, useRef, useState } from "react";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { playAudio } from "#web/base/audio/play-voice.ts";
import { fetchSpeech } from "./use-listen.ts";
import { useVoiceKey } from "./voice-key.data.ts";

const SHOWN_KEY_ENDING = 4;

/** Key entry, Save, Test Voice and Remove (S2.108, S5.16, S8.10). */
export function VoiceSettings() {
  const texts = useTexts(devotionalMessages);
  const site = useSite();
  const toast = useToast();
  const voiceKey = useVoiceKey();
  const savedKey = voiceKey.key ?? null;
  const [typed, setTyped] = useState("");
  const [isTesting, setIsTesting] = useState(false);
  const test = useRef<AbortController | null>(null);

  useEffect(() => () => test.current?.abort(), []);

  function refuse(): void {
    toast({ tone: "danger", title: texts.invalidKey, text: texts.invalidKeyText });
  }

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const key = typed.trim();
    if (key === "") {
      refuse();
      return;
    }
    voiceKey.keep(key);
    setTyped("");
    toast({ tone: "done", title: texts.keySaved, text: texts.keySavedText });
  }

  function remove(): void {
    voiceKey.forget();
    toast({ tone: "done", title: texts.keyRemoved });
  }

  async function testVoice(): Promise<void> {
    const key = typed.trim() || savedKey;
    if (key === null) {
      refuse();
      return;
    }
    test.current?.abort();
    const turn = new AbortController();
    test.current = turn;
    setIsTesting(true);
    const { signal } = turn;
    const blob = await fetchSpeech(site, {
      subject: { kind: "test" },
      language: site.language,
      key,
      signal,
    });
    const isHeard = blob !== null && (await playAudio(new Audio(), blob, signal));
    if (signal.aborted) return;
    setIsTesting(false);
    if (!isHeard) toast({ tone: "danger", title: texts.testFailed, text: texts.testFailedText });
  }

  return (
    <section
      id="voice-settings"
      aria-labelledby="voice-settings-title"
      className="mb-6 rounded-card border border-line bg-surface p-5"
    >
      <h2 id="voice-settings-title" className="text-lg font-bold tracking-tight">
        {texts.voiceSettings}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">{texts.voiceIntro}</p>
      <form onSubmit={save} autoComplete="off">
        <TextField
          label={texts.voiceKey}
          name="voice-key"
          type="password"
          autoComplete="off"
          placeholder={texts.voiceKeyPlaceholder}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          hint={
            savedKey === null ? undefined : texts.voiceKeySaved(savedKey.slice(-SHOWN_KEY_ENDING))
          }
        />
        <div className="mt-4 flex flex-wrap gap-3">
          <button type="submit" className={buttonStyle("brand")}>
            {texts.save}
          </button>
          <button
            type="button"
            disabled={isTesting}
            onClick={() => void testVoice()}
            className={buttonStyle("outline")}
          >
            {texts.testVoice}
          </button>
          {savedKey !== null && (
            <button type="button" onClick={remove} className={buttonStyle("outline")}>
              {texts.remove}
            </button>
          )}
        </div>
      </form>
    </section>
  );
}
