import type { Language } from "#shared/languages.ts";
import { phoneMessages } from "#shared/messages/devices/phone.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";

type StartScreenProps = { language: Language; onTryAgain: () => void };

/** What a first start without the server shows. */
export function StartScreen({ language, onTryAgain }: StartScreenProps) {
  const texts = phoneMessages[language];
  return (
    <main className="page flex min-h-dvh flex-col items-center justify-center text-center">
      <CrownMark className="size-16" />
      <h1 className="mt-6 text-2xl font-extrabold tracking-tight">{texts.unreachable}</h1>
      <p role="alert" className="mt-2 max-w-prose text-ink-soft">
        {texts.hint}
      </p>
      <button type="button" onClick={onTryAgain} className={buttonStyle("brand", "mt-6")}>
        {texts.tryAgain}
      </button>
    </main>
  );
}
