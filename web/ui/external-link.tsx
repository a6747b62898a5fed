import type { ReactNode } from "react";
import { useMessages } from "#web/lib/site.ts";

type ExternalLinkProps = {
  href: string;
  className?: string | undefined;
  /** Name when the content is an icon only. */
  label?: string;
  onClick?: () => void;
  children: ReactNode;
};

/** A link to another site: new tab, no opener, and says so to those who do not see it. */
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
