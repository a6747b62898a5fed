import type { ReactNode } from "react";
import { useMessages } from "#web/lib/site.ts";

type ExternalLinkProps = {
  href: string;
  className?: string | undefined;
  /** Accessible name when the content is an icon only. */
  label?: string;
  onClick?: () => void;
  children: ReactNode;
};

/** A link to another site: new tab, no opener, announced to screen readers. */
export function ExternalLink({ href, className, label, onClick, children }: ExternalLinkProps) {
  const { shell } = useMessages();
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      onClick={onClick}
    >
      {children}
      <span className="sr-only">{`${label ?? ""} (${shell.opensInNewTab})`}</span>
    </a>
  );
}
