import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type NoticeCardProps = { Icon: LucideIcon; title?: string; text: string; children: ReactNode };

/** Takes the place of a list that is empty; its children are what to do next. */
export function NoticeCard({ Icon, title, text, children }: NoticeCardProps) {
  return (
    <div className="flex flex-col items-center rounded-card border border-line bg-surface px-5 py-12 text-center shadow-card">
      <Icon aria-hidden className="size-12 text-brand" />
      {title !== undefined && <h2 className="mt-4 text-xl font-bold tracking-tight">{title}</h2>}
      <p className="mt-2 mb-6 max-w-prose text-balance text-ink-soft">{text}</p>
      {children}
    </div>
  );
}
