import type { ReactNode } from "react";

/** A page of one column below its heading. */
export function TitledPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page max-w-5xl py-8 lg:py-12">
      <h1 tabIndex={-1} className="mb-6 text-3xl font-extrabold tracking-tight sm:text-4xl">
        {title}
      </h1>
      {children}
    </div>
  );
}
