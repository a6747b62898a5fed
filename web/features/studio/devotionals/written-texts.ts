import { useCallback, useEffect, useRef, useState } from "react";
import type { Language } from "#shared/languages.ts";
import type { DevotionalBody } from "#shared/studio/kinds/devotional.ts";

/** What stands in the editors of one day, for the editor of another language to begin with. */
export type WrittenTexts = {
  /** Languages that have a text. */
  filled: readonly Language[];
  /** The text of a language as it is now. */
  textOf: (language: Language) => DevotionalBody | undefined;
  /** An editor tells what stands in it. */
  tell: (language: Language, body: DevotionalBody) => void;
};

/** Texts are told at every key; the page is made anew only when one begins or ends. */
export function useWrittenTexts(): WrittenTexts {
  const texts = useRef(new Map<Language, DevotionalBody>());
  const [filled, setFilled] = useState<readonly Language[]>([]);
  const tell = useCallback((language: Language, body: DevotionalBody) => {
    texts.current.set(language, body);
    const hasText = body.content !== "";
    setFilled((before) => {
      if (before.includes(language) === hasText) return before;
      return hasText ? [...before, language] : before.filter((one) => one !== language);
    });
  }, []);
  const textOf = useCallback((language: Language) => texts.current.get(language), []);
  return { filled, textOf, tell };
}

/** Tells the other editors of the day what stands in this one. */
export function useTelling({ tell }: WrittenTexts, language: Language, body: DevotionalBody): void {
  useEffect(() => tell(language, body));
}
