import type { Page } from "@playwright/test";
import * as v from "valibot";

const utterancesSchema = v.array(
  v.object({
    text: v.string(),
    rate: v.number(),
    pitch: v.number(),
    volume: v.number(),
    voice: v.nullable(v.string()),
  }),
);

/** One utterance as the speech engine received it. */
export type SpokenUtterance = v.InferOutput<typeof utterancesSchema>[number];

/**
 * Installs a speech engine with these English voices; headless Chromium has none. Each utterance ends at once,
 * unless it is endless.
 */
export async function installVoices(
  page: Page,
  names: readonly string[],
  { isEndless = false }: { isEndless?: boolean } = {},
): Promise<void> {
  await page.addInitScript(putEngine, { names: [...names], isEndless });
}

/** Returns all utterances so far. */
export async function spokenUtterances(page: Page): Promise<SpokenUtterance[]> {
  return v.parse(
    utterancesSchema,
    await page.evaluate(() => Reflect.get(window, "heardUtterances")),
  );
}

/** Runs in the page. */
function putEngine({ names, isEndless }: { names: string[]; isEndless: boolean }): void {
  const heard: object[] = [];
  Reflect.set(window, "heardUtterances", heard);

  class Utterance extends EventTarget {
    text: string;
    voice: { name: string } | null = null;
    lang = "";
    rate = 1;
    pitch = 1;
    volume = 0.5;
    constructor(text: string) {
      super();
      this.text = text;
    }
  }

  class Engine extends EventTarget {
    speaking = false;
    getVoices() {
      return names.map((name) => ({ name, lang: "en-GB", default: false }));
    }
    speak(utterance: Utterance) {
      this.speaking = true;
      const { text, rate, pitch, volume, voice } = utterance;
      heard.push({ text, rate, pitch, volume, voice: voice?.name ?? null });
      if (isEndless) return;
      queueMicrotask(() => {
        this.speaking = false;
        utterance.dispatchEvent(new Event("end"));
      });
    }
    cancel() {
      this.speaking = false;
    }
  }

  Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance });
  Object.defineProperty(window, "speechSynthesis", { value: new Engine() });
}
