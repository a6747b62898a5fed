import { useCallback, useEffect, useRef, useState } from "react";
import type { Language } from "#shared/languages.ts";
import type { DevotionalBody } from "#shared/studio/kinds/devotional.ts";

/** Texts in the editors of one day, from which the editor of another language can start. */
export type WrittenTexts = {
  /** Languages that have a text. */
  filled: readonly Language[];
  /** Returns the current text of a language. */
  textOf: (language: Language) => DevotionalBody | undefined;
  /** Called by an editor with its text. */
  share: (language: Language, body: DevotionalBody) => void;
};

/** Texts change with every key; the page renders again only when one begins or ends. */
export function useWrittenTexts(): WrittenTexts {
  const texts = useRef(new Map<Language, DevotionalBody>());
  const [filled, setFilled] = useState<readonly Language[]>([]);
  const share = useCallback((language: Language, body: DevotionalBody) => {
    texts.current.set(language, body);
    const hasText = body.content !== "";
    setFilled((before) => {
      if (before.includes(language) === hasText) return before;
      return hasText ? [...before, language] : before.filter((one) => one !== language);
    });
  }, []);
  const textOf = useCallback((language: Language) => texts.current.get(language), []);
  return { filled, textOf, share };
}

/** Shares this editor's text with the other editors of the day. */
export function useShareText(
  { share }: WrittenTexts,
  language: Language,
  body: DevotionalBody,
): void {
  useEffect(() => share(language, body));
}
