import { clsx } from "clsx";
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { ReadQuery } from "./read-query.ts";

type StudioPageProps = {
  title: string;
  intro?: ReactNode;
  /** Shown next to the heading. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Heading and layout of a page of the studio. */
export function StudioPage({ title, intro, actions, children }: StudioPageProps) {
  return (
    <div className="stack-5">
      <StudioTitle page={title} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 tabIndex={-1} className="text-2xl font-extrabold tracking-tight sm:text-3xl">
          {title}
        </h1>
        {actions !== undefined && <div className="flex min-w-0 flex-wrap gap-2">{actions}</div>}
      </div>
      {intro !== undefined && <p className="max-w-prose text-ink-soft">{intro}</p>}
      {children}
    </div>
  );
}

/** Title of the document. */
export function StudioTitle({ page }: { page?: string }) {
  const { ministry } = useSite();
  const { title } = useTexts(kitMessages);
  const parts = [page, title, ministry.name].filter((part) => part !== undefined);
  return <title>{parts.join(" | ")}</title>;
}

type StudioCardProps = {
  title: string;
  /** Shown next to the heading. */
  mark?: ReactNode;
  children: ReactNode;
};

export function StudioCard({ title, mark, children }: StudioCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-lg font-bold tracking-tight">
          {title}
        </h2>
        {mark}
      </div>
      {children}
    </section>
  );
}

export type StatusTone = "good" | "warn" | "bad" | "off";

const STATUS_STYLES = {
  good: { Icon: CircleCheck, style: "text-brand" },
  warn: { Icon: TriangleAlert, style: "text-ink" },
  bad: { Icon: CircleAlert, style: "text-danger" },
  off: { Icon: CircleDashed, style: "text-ink-soft" },
} as const;

/** Status as icon, color and text; "off" is what the text says. */
export function StatusLabel({ tone, text }: { tone: StatusTone; text: string }) {
  const { healthStatus } = useTexts(kitMessages);
  const { Icon, style } = STATUS_STYLES[tone];
  return (
    <span className="inline-flex min-w-0 items-start gap-2 font-medium">
      <Icon
        {...(tone === "off"
          ? { "aria-hidden": true }
          : { role: "img", "aria-label": healthStatus[tone] })}
        className={clsx("mt-0.5 size-5 shrink-0", style)}
      />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </span>
  );
}

export function StudioLoading() {
  const { loading } = useTexts(kitMessages);
  return (
    <div role="status" aria-label={loading} className="stack-4 motion-ok:animate-shimmer">
      <div className="h-24 rounded-card bg-raised" />
      <div className="h-40 rounded-card bg-raised" />
    </div>
  );
}

export function StudioFailed({ onRetry }: { onRetry: () => void }) {
  const { loadFailed, tryAgain } = useTexts(kitMessages);
  return (
    <div role="alert" className="rounded-card bg-danger-soft p-4 text-danger">
      <p>{loadFailed}</p>
      <button type="button" onClick={onRetry} className={buttonStyle("danger", "mt-3")}>
        {tryAgain}
      </button>
    </div>
  );
}

type StudioQueryProps<Data> = {
  query: ReadQuery<Data>;
  children: (data: Data) => ReactNode;
};

/** Renders the data of a query, or its loading or failed state. */
export function StudioQuery<Data>({ query, children }: StudioQueryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <StudioFailed onRetry={() => void query.refetch()} /> : <StudioLoading />;
}
