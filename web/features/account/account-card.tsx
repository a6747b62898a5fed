import type { ReactNode } from "react";
import { CrownMark } from "#web/ui/crown-mark.tsx";

type AccountCardProps = { title: string; text?: string; children: ReactNode };

/** Narrow card of the account pages: logo, heading, text and a form. */
export function AccountCard({ title, text, children }: AccountCardProps) {
  return (
    <div className="page flex justify-center py-10 lg:py-16">
      <div className="w-full max-w-md rounded-card border border-line bg-surface p-6 shadow-card">
        <div className="text-center">
          <CrownMark className="mx-auto size-12" />
          <h1 tabIndex={-1} className="mt-4 text-2xl font-extrabold tracking-tight sm:text-3xl">
            {title}
          </h1>
          {text !== undefined && <p className="mt-2 text-ink-soft">{text}</p>}
        </div>
        <div className="mt-6">{children}</div>
      </div>
    </div>
  );
}
