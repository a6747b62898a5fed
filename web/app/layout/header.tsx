import { clsx } from "clsx";
import { useMessages, useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";
import { ExternalLink, Link, NavLink } from "#web/ui/link.tsx";
import { Menu, Search, X } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { ThemeToggle, AccountControl, LanguageSwitch } from "./header-controls.tsx";
import { buttonStyle, ICON_STYLE } from "#web/ui/button-style.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MENU_ID, MENU_ROUTES, ministryLinks, MORE_ID } from "./menu-links.ts";

/** Loaded with the deferred code of every page. */
const OpenMenu = optional(async () => (await import("./open-menu.tsx")).OpenMenu);

/** Of a link or button in the row; narrower windows have less space between them. */
const ITEM =
  "inline-flex min-h-11 items-center rounded-xl px-[min(0.75rem,0.48vw)] text-sm font-medium whitespace-nowrap";
const IDLE = "text-ink-soft hover:text-ink";

/** Logo, navigation and controls in one row; small windows have the navigation in a menu. */
export function Header() {
  const { ministry } = useSite();
  const { shell } = useMessages();
  const { key: visit } = useLocation();
  const [opened, setOpened] = useState<{ id: string; visit: string } | null>(null);
  // A menu belongs to the visit it was opened on, so that any navigation closes it.
  const openId = opened?.visit === visit ? opened.id : null;
  const toggleProps = (id: string) => ({
    "aria-expanded": openId === id,
    "aria-controls": openId === id ? id : undefined,
    onClick: () => setOpened(openId === id ? null : { id, visit }),
  });
  const isMenuOpen = openId === MENU_ID;
  const MenuIcon = isMenuOpen ? X : Menu;
  const moreLinks = ministryLinks(ministry.links);

  return (
    <header className="leaving-bar @container sticky top-0 z-40 border-b border-line bg-surface [--leaves-to:-100%] short:static">
      <div className="page flex min-h-[calc(4rem-1px)] flex-wrap items-center xs:gap-x-2">
        <Link to="/" className="flex items-center gap-2 rounded-lg py-2">
          <CrownMark className="size-8 xs:size-9" />
          <span className="font-title font-bold tracking-tight whitespace-nowrap xs:text-xl">
            {ministry.name}
          </span>
        </Link>
        <nav aria-label={shell.mainNavigation} className="hidden items-center @min-[62rem]:flex">
          {MENU_ROUTES.map(({ path, textKey }) => (
            <NavLink
              key={path}
              to={path}
              className={ITEM}
              activeClassName="bg-brand-soft text-brand"
              inactiveClassName={IDLE}
            >
              {shell[textKey]}
            </NavLink>
          ))}
          {moreLinks.length > 0 && (
            // In the row where they fit (app.css).
            <div className="more relative flex">
              <button type="button" className={clsx(ITEM, IDLE)} {...toggleProps(MORE_ID)}>
                {shell.more}
              </button>
              <div id={MORE_ID}>
                {moreLinks.map(({ link, href }) => (
                  <ExternalLink key={link} href={href} className={clsx(ITEM, IDLE)}>
                    {shell[link]}
                  </ExternalLink>
                ))}
              </div>
            </div>
          )}
        </nav>
        {/* At least as wide as five icons, which then do not move while the page arrives. */}
        <div className="ml-auto flex flex-wrap items-center min-[22.3rem]:min-w-52.5">
          <SearchEntry />
          <LanguageSwitch />
          <ThemeToggle />
          <AccountControl />
          {ministry.links.donate !== undefined && (
            <ExternalLink
              href={ministry.links.donate}
              className={buttonStyle("gold", "ml-1 @max-[62rem]:hidden")}
            >
              {shell.donate}
            </ExternalLink>
          )}
          <IconButton
            label={isMenuOpen ? shell.closeMenu : shell.openMenu}
            className="-mr-[10px] @min-[62rem]:hidden"
            {...toggleProps(MENU_ID)}
          >
            <MenuIcon aria-hidden className="size-6" />
          </IconButton>
        </div>
      </div>
      {openId !== null && <OpenMenu id={openId} onClose={() => setOpened(null)} />}
    </header>
  );
}

/**
 * Link to search; when the page is idle it opens search over the page. The narrowest phones have it
 * in the menu.
 */
function SearchEntry() {
  const { shell } = useMessages();
  return (
    <Link
      to="/search"
      data-search
      aria-label={shell.search}
      title={shell.search}
      className={clsx(ICON_STYLE, "max-[22.25rem]:hidden")}
    >
      <Search aria-hidden className="size-5" />
    </Link>
  );
}
