import { type ReactNode, type ComponentProps, type MouseEvent, useContext } from "react";
import { localisedPath, splitLanguage } from "#shared/languages.ts";
import { afterNextFrame } from "#web/lib/after-next-frame.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { clsx } from "clsx";
import {
  createPath,
  parsePath,
  type To,
  UNSAFE_DataRouterContext,
  useLocation,
} from "react-router";

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

type LinkProps = Omit<ComponentProps<"a">, "href" | "target"> & {
  /** A path without the language's prefix, which the router adds. */
  to: To;
  replace?: boolean;
  /** Stored with the visit, not in the URL. */
  state?: unknown;
  preventScrollReset?: boolean;
};

/**
 * A link within the app; without script a plain link. It asks the router itself: with the router's
 * hooks, or its own component, every link of a page would render twice on each navigation.
 */
export function Link({
  to,
  replace = false,
  state,
  preventScrollReset = false,
  onClick,
  ...props
}: LinkProps) {
  const { language } = useSite();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error("A link needs the router");
  const current = splitLanguage(router.state.location.pathname).path;
  const { pathname = current, ...rest } = typeof to === "string" ? parsePath(to) : to;
  const href = createPath({ ...rest, pathname: localisedPath(pathname, language) });
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // The browser opens another tab or window, or saves the page.
    const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || hasModifier) return;
    event.preventDefault();
    // The frame that shows the press comes first: opening a page keeps a slow phone busy for longer.
    afterNextFrame(() => void router.navigate(to, { replace, state, preventScrollReset }));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- its content is among the other props
    <a {...props} href={href} onClick={handleClick} />
  );
}

type NavLinkProps = Omit<LinkProps, "to" | "className"> & {
  to: string;
  className: string;
  /** Added when the link leads to the current page or a parent of it. */
  activeClassName: string;
  inactiveClassName: string;
  /** Leaves a parent unmarked: pages below it have links of their own in the same menu. */
  isExact?: boolean;
};

/** A menu link that marks the current route. */
export function NavLink({
  to,
  className,
  activeClassName,
  inactiveClassName,
  isExact = false,
  ...rest
}: NavLinkProps) {
  const { pathname } = useLocation();
  const isActive = isExact || to === "/" ? pathname === to : `${pathname}/`.startsWith(`${to}/`);
  return (
    <Link
      {...rest}
      to={to}
      aria-current={isActive ? "page" : undefined}
      className={clsx(className, isActive ? activeClassName : inactiveClassName)}
    />
  );
}
