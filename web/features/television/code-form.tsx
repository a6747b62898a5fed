import { type FormEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { localisedPath } from "#shared/languages.ts";
import { playOnTvMessages } from "#shared/messages/devices/play-on-tv.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { pairByCode, type TvFailure } from "./television.data.ts";

const LENGTH = 6;

type CodeFormProps = {
  /** The reason for which the code is asked for again; null for none. */
  reason: TvFailure | null;
  /** It plays from the platform there. */
  isFromPlatform: boolean;
  /** Receives the token of the pairing. */
  onPaired: (token: string) => void;
};

/** Asks for the code that the television shows, and sends it with the sixth digit. */
export function CodeForm({ reason, isFromPlatform, onPaired }: CodeFormProps) {
  const site = useSite();
  const texts = useTexts(playOnTvMessages);
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<TvFailure | null>(reason);
  const address = `${new URL(site.siteUrl).host}${localisedPath("/tv", site.language)}`;

  // The dialog gives its first focus to it.
  useLayoutEffect(() => inputRef.current?.setAttribute("autofocus", ""), []);

  async function connect(entered: string) {
    setBusy(true);
    setFailure(null);
    const paired = await pairByCode(site, entered);
    setBusy(false);
    if (paired.ok) {
      onPaired(paired.value);
      return;
    }
    setFailure(paired.failure);
    // The next digit replaces a wrong code.
    inputRef.current?.select();
  }

  function handleChange(text: string) {
    const digits = text.replaceAll(/\D/g, "").slice(0, LENGTH);
    setCode(digits);
    if (digits.length === LENGTH && digits !== code && !isBusy) void connect(digits);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (code.length === LENGTH && !isBusy) void connect(code);
  }

  return (
    <form className="grid gap-4" onSubmit={handleSubmit}>
      <p id={`${id}-help`}>{texts.codeHelp(address)}</p>
      {isFromPlatform && <p className="text-sm text-ink-soft">{texts.platform}</p>}
      <label className="grid gap-2 font-semibold" htmlFor={id}>
        {texts.code}
        <input
          ref={inputRef}
          id={id}
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          readOnly={isBusy}
          aria-describedby={`${id}-help ${id}-failure`}
          aria-invalid={failure === "code"}
          placeholder="000000"
          className="tv-code h-12 w-full rounded-card border border-line bg-canvas text-center text-3xl font-bold text-ink even-figures"
          onChange={(event) => handleChange(event.target.value)}
        />
      </label>
      <p id={`${id}-failure`} role="alert" className="min-h-5 text-sm text-danger empty:hidden">
        {failure && texts.failures[failure]}
      </p>
      <button
        type="submit"
        className={buttonStyle("brand")}
        disabled={isBusy || code.length < LENGTH}
      >
        {isBusy ? texts.connecting : texts.connect}
      </button>
    </form>
  );
}
