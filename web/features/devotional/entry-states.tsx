import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";

const CARD = "min-h-[36rem] rounded-card border border-line bg-surface px-5 py-7 sm:px-10 sm:py-10";
const LINES = ["w-2/3", "w-full", "w-11/12", "w-full", "w-11/12", "w-full", "w-2/3"];

/** A day without a devotional. */
export function EmptyDay({ label, link }: { label: string; link?: string }) {
  const texts = useTexts(devotionalMessages);
  return (
    <section className={CARD}>
      <div className="mx-auto max-w-[38rem]">
        <p className="text-sm font-semibold tracking-wide text-brand">{label}</p>
        <p role="status" className="mt-4 text-lg text-ink-soft">
          {texts.noEntry}
        </p>
        {link !== undefined && (
          <Link to={link} className={buttonStyle("brand", "mt-6")}>
            {texts.readToday}
          </Link>
        )}
      </div>
    </section>
  );
}

/** A loading day; with `onRetry`, a failed one. */
export function LoadingDay({ label, onRetry }: { label: string; onRetry?: () => void }) {
  const texts = useTexts(devotionalMessages);
  return (
    <section className={CARD} aria-busy={onRetry === undefined}>
      <div className="mx-auto max-w-[38rem]">
        <p className="text-sm font-semibold tracking-wide text-brand">{label}</p>
        {onRetry ? (
          <div role="alert">
            <p className="mt-4 text-lg text-ink-soft">{texts.loadFailed}</p>
            <button type="button" onClick={onRetry} className={buttonStyle("brand", "mt-6")}>
              {texts.tryAgain}
            </button>
          </div>
        ) : (
          <div aria-hidden className="mt-4 stack-4 motion-ok:animate-shimmer">
            {LINES.map((width, index) => (
              <div key={`${width}-${index}`} className={`h-5 rounded bg-raised ${width}`} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
