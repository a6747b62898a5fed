import type { Factor } from "@supabase/supabase-js";
import type { Passkey } from "./passkeys.data.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { securityMessages } from "#shared/messages/account/security.ts";
import { useMessages, useTexts } from "#web/lib/site.ts";

/** Dialogs of the security sections. */
export type SecurityDialog =
  | { kind: "add-app" }
  | { kind: "remove-factor"; factor: Factor }
  | { kind: "new-codes" }
  | { kind: "codes"; codes: readonly string[] }
  | { kind: "rename-passkey"; passkey: Passkey }
  | { kind: "remove-passkey"; passkey: Passkey };

type SecuritySectionProps = {
  id: string;
  title: string;
  text: string;
  /** Rendered next to the heading. */
  mark?: ReactNode;
  children: ReactNode;
};

/** Card of the profile page about security. */
export function SecuritySection({ id, title, text, mark, children }: SecuritySectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mt-6 rounded-card border border-line bg-surface p-5 shadow-card sm:p-7"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={`${id}-title`} className="text-xl font-bold tracking-tight">
          {title}
        </h2>
        {mark}
      </div>
      <p className="mt-2 text-ink-soft">{text}</p>
      {children}
    </section>
  );
}

export function SecurityList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="mt-4 border-b border-line">
      {children}
    </ul>
  );
}

type SecurityLineProps = { icon: ReactNode; name: string; note: string; children?: ReactNode };

/** Item of a list: its name, a note and its actions. */
export function SecurityLine({ icon, name, note, children }: SecurityLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <span aria-hidden className="text-ink-soft">
        {icon}
      </span>
      <div className="min-w-0 grow basis-32">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">{note}</p>
      </div>
      {children !== undefined && <div className="flex flex-wrap gap-2">{children}</div>}
    </li>
  );
}

type AwaitedLinesProps<Value> = {
  query: Pick<UseQueryResult<Value | null>, "data" | "isError" | "refetch">;
  renderLines: (value: Value) => ReactNode;
};

/** Renders a list while it loads, after an error and once it is loaded. */
export function AwaitedLines<Value>({ query, renderLines }: AwaitedLinesProps<Value>) {
  const { errors } = useMessages();
  const texts = useTexts(securityMessages);
  if (query.data) return renderLines(query.data);
  if (!query.isError) {
    return (
      <div role="status" aria-label={texts.loading} className="mt-4 motion-ok:animate-shimmer">
        <div className="min-h-20 rounded-card bg-raised" />
      </div>
    );
  }
  return (
    <div role="alert" className="mt-4 rounded-card bg-danger-soft p-4 text-danger">
      <p>{texts.loadFailed}</p>
      <button
        type="button"
        onClick={() => void query.refetch()}
        className="mt-1 min-h-11 text-sm font-semibold underline"
      >
        {errors.tryAgain}
      </button>
    </div>
  );
}
