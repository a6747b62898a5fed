import type { ReactNode, ComponentProps, MouseEvent } from "react";
import { useMessages } from "#web/lib/site.ts";
import { clsx } from "clsx";
import { type To, useHref, useLinkClickHandler, useLocation } from "react-router";

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

type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** A path without the language's prefix, which the router adds. */
  to: To;
  replace?: boolean;
  /** Stored with the visit, not in the URL. */
  state?: unknown;
  preventScrollReset?: boolean;
};

/**
 * A link within the app; without script a plain link. The router's own component brings
 * framework-mode code (about 1 kB on every page), so this one uses the router's hooks.
 */
export function Link({
  to,
  replace = false,
  state,
  preventScrollReset = false,
  onClick,
  target,
  ...rest
}: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, {
    replace,
    state,
    preventScrollReset,
    ...(target !== undefined && { target }),
  });
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- its content is among the other props
    <a {...rest} href={href} {...(target !== undefined && { target })} onClick={handleClick} />
  );
}

type NavLinkProps = Omit<LinkProps, "to" | "className"> & {
  to: string;
  className: string;
  /** Added when the link leads to the current page. */
  activeClassName: string;
  inactiveClassName: string;
};

/** A menu link that marks the current page; its parents have links of their own in the same menu. */
export function NavLink({
  to,
  className,
  activeClassName,
  inactiveClassName,
  ...rest
}: NavLinkProps) {
  const isActive = useLocation().pathname === to;
  return (
    <Link
      {...rest}
      to={to}
      aria-current={isActive ? "page" : undefined}
      className={clsx(className, isActive ? activeClassName : inactiveClassName)}
    />
  );
}
