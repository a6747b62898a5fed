import { clsx } from "clsx";
import { useMessages, useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";
import { ExternalLink, Link, NavLink } from "#web/ui/link.tsx";
import { Menu, Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { ThemeToggle, AccountControl, LanguageSwitch } from "./header-controls.tsx";
import { buttonStyle, ICON_STYLE } from "#web/ui/button-style.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MENU_ROUTES, menuExternalLinks } from "./menu-links.ts";

/** Loaded with the deferred code of every page. */
const MobileMenu = optional(async () => (await import("./mobile-menu.tsx")).MobileMenu);

const MENU_ID = "mobile-menu";

export function Header() {
  const { ministry } = useSite();
  const { shell } = useMessages();
  const { key: visit } = useLocation();
  // The menu belongs to the visit it was opened on, so that any navigation closes it.
  const [menuVisit, setMenuVisit] = useState<string | null>(null);
  const isMenuOpen = menuVisit === visit;
  const toggleRef = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isMenuOpen) return;
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      setMenuVisit(null);
      toggleRef.current?.focus();
    }
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, [isMenuOpen]);

  return (
    <header className="leaving-bar @container sticky top-0 z-40 border-b border-line bg-surface [--leaves-to:-100%] short:static">
      <div className="page flex min-h-16 flex-wrap items-center gap-x-2">
        <Link to="/" className="flex items-center gap-2 rounded-lg py-2">
          <CrownMark className="size-8 xs:size-9" />
          <span className="font-title font-bold whitespace-nowrap xs:text-xl">{ministry.name}</span>
        </Link>
        <div className="ml-auto flex flex-wrap items-center justify-end xs:gap-1">
          <SearchEntry />
          <LanguageSwitch />
          <ThemeToggle />
          <AccountControl />
          <IconButton
            ref={toggleRef}
            label={isMenuOpen ? shell.closeMenu : shell.openMenu}
            aria-expanded={isMenuOpen}
            aria-controls={isMenuOpen ? MENU_ID : undefined}
            className="@5xl:hidden"
            onClick={() => setMenuVisit(isMenuOpen ? null : visit)}
          >
            {isMenuOpen ? (
              <X aria-hidden className="size-6" />
            ) : (
              <Menu aria-hidden className="size-6" />
            )}
          </IconButton>
        </div>
      </div>
      <DesktopNavigation />
      {isMenuOpen && <MobileMenu id={MENU_ID} onChoose={() => setMenuVisit(null)} />}
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
      className={clsx(ICON_STYLE, "max-[22rem]:hidden")}
    >
      <Search aria-hidden className="size-5" />
    </Link>
  );
}

/** All routes and external links on one line, or on more lines where the text is large. */
function DesktopNavigation() {
  const { ministry } = useSite();
  const { shell } = useMessages();
  const item =
    "inline-flex min-h-10 items-center rounded-full px-3 text-sm font-medium whitespace-nowrap";
  const external = menuExternalLinks(ministry.links);
  return (
    <nav
      aria-label={shell.mainNavigation}
      className="page hidden flex-wrap items-center pb-2 *:first:-ml-3 lg:flex @max-5xl:hidden"
    >
      {MENU_ROUTES.map(({ path, textKey }) => (
        <NavLink
          key={path}
          to={path}
          className={item}
          activeClassName="bg-brand-soft text-brand"
          inactiveClassName="text-ink-soft hover:text-ink"
        >
          {shell[textKey]}
        </NavLink>
      ))}
      {external.map(({ link, textKey, href }, index) => (
        <ExternalLink
          key={link}
          href={href}
          className={clsx(
            index === 0 && "ml-auto",
            link === "donate"
              ? buttonStyle("gold", "ml-1 min-h-10 px-4")
              : clsx(item, "text-ink-soft hover:text-ink"),
          )}
        >
          {shell[textKey]}
        </ExternalLink>
      ))}
    </nav>
  );
}
