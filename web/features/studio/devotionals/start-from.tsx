import { useCallback, useEffect, useRef, useState } from "react";
import { type Language, LANGUAGES } from "#shared/languages.ts";
import { type DevotionalBody, devotionalBody } from "#shared/studio/kinds/devotional.ts";
import { useQuery } from "@tanstack/react-query";
import { dayInSentence } from "#shared/devotional/date-names.ts";
import { devotionalId } from "#shared/devotional/devotional-date.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { documentQuery } from "#web/features/studio/kit/documents.data.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import * as v from "valibot";
import { languageInSentence } from "./language-name.ts";
import { yearBefore } from "./month-plan.domain.ts";

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

type StartFromProps = {
  day: string;
  language: Language;
  editor: Editor<DevotionalBody>;
  others: WrittenTexts;
};

/** Fills an empty editor with the text of the year before, or of another language. */
export function StartFrom({ day, language, editor, others }: StartFromProps) {
  const { copy } = useTexts(devotionalsMessages);
  const { language: pageLanguage } = useSite();
  const toast = useStudioToast();
  const open = useClient();
  const isEmpty = editor.values.title === "" && editor.values.content === "";
  const before = yearBefore(day);
  const { data } = useQuery({
    ...documentQuery(open, "devotional", devotionalId(before, language)),
    enabled: isEmpty,
  });
  if (!isEmpty) return null;
  const lastYear = v.safeParse(devotionalBody, data?.body);
  const filled = LANGUAGES.filter((one) => one !== language && others.filled.includes(one));
  if (!lastYear.success && filled.length === 0) return null;

  function start(text: DevotionalBody | undefined): void {
    if (!text) return;
    const { title, verse, content, reflection } = text;
    editor.set("title", title);
    editor.set("verse", verse);
    editor.set("content", content);
    editor.set("reflection", reflection);
    toast({ tone: "done", title: copy.done });
  }

  return (
    <div className="button-row">
      {lastYear.success && (
        <button
          type="button"
          onClick={() => start(lastYear.output)}
          className={buttonStyle("outline", "whitespace-normal")}
        >
          {copy.lastYear(dayInSentence(before, pageLanguage))}
        </button>
      )}
      {filled.map((other) => (
        <button
          key={other}
          type="button"
          onClick={() => start(others.textOf(other))}
          className={buttonStyle("outline", "whitespace-normal")}
        >
          {copy.language(languageInSentence(other, pageLanguage))}
        </button>
      ))}
    </div>
  );
}
