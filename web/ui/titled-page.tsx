import type { ReactNode } from "react";

/** A page of one column below its heading. */
export function TitledPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page max-w-5xl py-8 lg:py-12">
      <h1 tabIndex={-1} className="mb-4 text-3xl font-extrabold tracking-tight sm:text-4xl">
        {title}
      </h1>
      {children}
    </div>
  );
}

type ItemsPageProps = {
  texts: { title: string; loading: string; notKept: string };
  /** As `useItems` returns it. */
  items: { isLoaded: boolean; isPersistent: boolean };
  children: ReactNode;
};

/**
 * A page of the visitor's own items: a placeholder until they have been read, and a warning where
 * the browser does not store them.
 */
export function ItemsPage({ texts, items, children }: ItemsPageProps) {
  return (
    <TitledPage title={texts.title}>
      {!items.isLoaded && (
        <div role="status" aria-label={texts.loading} className="motion-ok:animate-shimmer">
          <div className="min-h-24 rounded-card bg-raised" />
        </div>
      )}
      {!items.isPersistent && (
        <p role="alert" className="mb-4 font-medium text-danger">
          {texts.notKept}
        </p>
      )}
      {items.isLoaded && children}
    </TitledPage>
  );
}
