import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { monthOf } from "#shared/devotional/devotional-date.ts";
import { AppError } from "#shared/errors.ts";
import { type Language, LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { hasSecondProof } from "#web/lib/session/assurance.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useOpenSession, useSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { publishDevotionals, unpublishableDays } from "./publish.data.ts";

type PublishFormProps = {
  entries: readonly DevotionalEntry[];
  today: string;
  /** Something is published: what this device has kept of devotionals is out of date. */
  onPublished: () => void;
};

/**
 * "Publish for everyone": the uploaded entries become the devotionals of a month. It is shown to
 * administrators; that nobody else can publish is the database's doing (F4).
 */
export function PublishForm({ entries, today, onPublished }: PublishFormProps) {
  const texts = useTexts(devotionalMessages);
  const { language: pageLanguage } = useSite();
  const names = new Intl.DisplayNames(LANGUAGE_FACTS[pageLanguage].locale, { type: "language" });
  const session = useSession();
  const openSession = useOpenSession();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [month, setMonth] = useState(monthOf(today));
  const [language, setLanguage] = useState<Language>(pageLanguage);
  const [isPending, setIsPending] = useState(false);

  if (session.status !== "signed-in" || session.user.app_metadata["role"] !== "admin") return null;

  if (!hasSecondProof(session.user)) {
    return (
      <div className="mt-5 border-t border-line pt-5">
        <h3 className="font-semibold">{texts.publishTitle}</h3>
        <p className="mt-1 max-w-prose text-sm text-ink-soft">{texts.publishNeedsProof}</p>
        <Link to="/profile#two-step" className={buttonStyle("brand", "mt-4")}>
          {texts.publishSetUp}
        </Link>
      </div>
    );
  }

  async function publish(): Promise<void> {
    const wrong = unpublishableDays(entries, month);
    if (wrong.length > 0) {
      toast({
        tone: "danger",
        title: texts.publishFailed,
        text: texts.publishRefused(wrong.join(", ")),
      });
      return;
    }
    try {
      await publishDevotionals(openSession().client, { entries, month, language });
      onPublished();
      await queryClient.invalidateQueries({ queryKey: ["published"] });
      toast({ tone: "done", title: texts.published(entries.length) });
    } catch (error) {
      toast({ tone: "danger", title: texts.publishFailed, text: reasonOf(error, texts) });
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setIsPending(true);
    void publish().finally(() => setIsPending(false));
  }

  return (
    <form onSubmit={submit} className="mt-5 border-t border-line pt-5">
      <h3 className="font-semibold">{texts.publishTitle}</h3>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">{texts.publishIntro}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={texts.publishMonth}
          name="month"
          type="month"
          required
          pattern="2\d{3}-(0[1-9]|1[0-2])"
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
        />
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">{texts.publishLanguage}</legend>
          <div className="flex h-12 items-center gap-5">
            {LANGUAGES.map((candidate) => (
              <label key={candidate} className="flex min-h-11 items-center gap-2">
                <input
                  type="radio"
                  name="language"
                  checked={candidate === language}
                  onChange={() => setLanguage(candidate)}
                />
                {names.of(candidate)}
              </label>
            ))}
          </div>
        </fieldset>
      </div>
      <button
        type="submit"
        disabled={isPending || entries.length === 0}
        className={buttonStyle("brand", "mt-4")}
      >
        {isPending ? texts.publishing : texts.publish}
      </button>
    </form>
  );
}

function reasonOf(error: unknown, { publishUnreachable }: { publishUnreachable: string }): string {
  if (error instanceof AppError && error.code === "network") return publishUnreachable;
  return error instanceof Error ? error.message : "";
}
