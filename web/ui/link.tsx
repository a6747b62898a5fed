import { clsx } from "clsx";
import type { ComponentProps, MouseEvent } from "react";
import { type To, useHref, useLinkClickHandler, useLocation } from "react-router";

type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** A path without the language's prefix, which the router adds. */
  to: To;
  replace?: boolean;
  /** Kept with the visit, not in the address. */
  state?: unknown;
  preventScrollReset?: boolean;
};

/**
 * A link within the app. Without script it is a plain link. The router's own component brings what
 * only its framework mode can use (about 1 kB on every page), so this one stands on the router's hooks.
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
  /** Added where the link leads to the page that is shown, or to one above it. */
  activeClassName: string;
  inactiveClassName: string;
};

/** A link of a menu, which marks the current route. */
export function NavLink({
  to,
  className,
  activeClassName,
  inactiveClassName,
  ...rest
}: NavLinkProps) {
  const { pathname } = useLocation();
  const isActive = pathname === to || (to !== "/" && pathname.startsWith(`${to}/`));
  return (
    <Link
      {...rest}
      to={to}
      aria-current={isActive ? "page" : undefined}
      className={clsx(className, isActive ? activeClassName : inactiveClassName)}
    />
  );
}
