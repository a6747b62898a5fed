import { clsx } from "clsx";
import {
  BookMarked,
  BookOpen,
  CalendarCheck,
  Clapperboard,
  HandHeart,
  Heart,
  History,
  House,
  Info,
  LogOut,
  type LucideIcon,
  Mail,
  Search,
  Sun,
  Tv,
  UserRound,
} from "lucide-react";
import { useEffect } from "react";
import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";
import { DataPanel } from "#web/features/data-saver/data-panel.tsx";
import { useSessionFlag } from "#web/lib/session/session-flag.ts";
import { useMessages, useSite, useTexts } from "#web/lib/site.ts";
import { ExternalLink, Link, NavLink } from "#web/ui/link.tsx";
import { MENU_ID, MENU_ROUTES, ministryLinks, MORE_ID } from "./menu-links.ts";

type OpenMenuProps = { id: string; onClose: () => void };

/** The open menu of the header. Escape closes it and returns the focus to its button. */
export function OpenMenu({ id, onClose }: OpenMenuProps) {
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const button = document.querySelector<HTMLElement>(`[aria-controls="${id}"]`);
    function handleKey({ key }: KeyboardEvent) {
      if (key !== "Escape") return;
      onClose();
      button?.focus();
    }
    /** "More" lies over the page, so a press or the focus elsewhere closes it. */
    function handleOutside({ target }: Event) {
      const isInside = target instanceof Node && button?.parentElement?.contains(target);
      if (!isInside) onClose();
    }
    document.addEventListener("keydown", handleKey, { signal });
    if (id === MORE_ID) {
      document.addEventListener("pointerdown", handleOutside, { signal });
      document.addEventListener("focusin", handleOutside, { signal });
    }
    return () => stop.abort();
  }, [id, onClose]);

  return id === MENU_ID && <MobileMenu onChoose={onClose} />;
}

const ITEM = "flex min-h-12 items-center gap-4 rounded-xl px-4 font-medium";

const ICONS = {
  home: House,
  liveTv: Tv,
  videos: Clapperboard,
  devotional: Sun,
  bible: BookOpen,
  history: History,
  prayerRequests: HandHeart,
  aboutUs: Info,
  contactUs: Mail,
  donate: Heart,
} as const;

function Face({ Icon, text }: { Icon: LucideIcon; text: string }) {
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0" />
      <span>{text}</span>
    </>
  );
}

/** Menu of small screens; closes on selection. */
function MobileMenu({ onChoose }: { onChoose: () => void }) {
  const site = useSite();
  const isSignedIn = useSessionFlag();
  const { shell } = useMessages();
  const reading = useTexts(readingLinkMessages);
  const { links } = site.ministry;
  return (
    <nav
      id={MENU_ID}
      aria-label={shell.mainNavigation}
      className="page max-h-[calc(100dvh-7.5rem)] overflow-y-auto short:max-h-none border-t border-line pt-2 pb-6 @min-[62rem]:hidden"
    >
      <ul>
        <li>
          <Link
            to="/search"
            data-search
            onClick={onChoose}
            className={clsx(ITEM, "hover:bg-raised")}
          >
            <Face Icon={Search} text={shell.search} />
          </Link>
        </li>
        {[
          ...MENU_ROUTES.map(({ path, textKey }) => ({
            path,
            text: shell[textKey],
            Icon: ICONS[textKey],
          })),
          // Shortcuts for readers; on wide screens the Bible page leads there.
          { path: "/bible/plans", text: reading.plans, Icon: CalendarCheck },
          { path: "/bible/marks", text: reading.marks, Icon: BookMarked },
        ].map(({ path, text, Icon }) => (
          <li key={path}>
            <NavLink
              isExact
              to={path}
              onClick={onChoose}
              className={ITEM}
              activeClassName="bg-brand-soft text-brand"
              inactiveClassName="hover:bg-raised"
            >
              <Face Icon={Icon} text={text} />
            </NavLink>
          </li>
        ))}
        {[
          ...ministryLinks(links),
          ...(links.donate === undefined ? [] : [{ link: "donate" as const, href: links.donate }]),
        ].map(({ link, href }) => (
          <li key={link}>
            <ExternalLink href={href} onClick={onChoose} className={clsx(ITEM, "hover:bg-raised")}>
              <Face Icon={ICONS[link]} text={shell[link]} />
            </ExternalLink>
          </li>
        ))}
        <li className="mt-2 border-t border-line pt-2">
          <Link
            to={isSignedIn ? "/profile" : "/auth"}
            onClick={onChoose}
            className={clsx(ITEM, "text-brand hover:bg-raised")}
          >
            <Face Icon={UserRound} text={isSignedIn ? shell.myProfile : shell.signIn} />
          </Link>
          {isSignedIn && (
            <button
              type="button"
              onClick={() => {
                onChoose();
                void import("#web/app/sign-out.ts").then(({ signOut }) => signOut(site));
              }}
              className={clsx(ITEM, "w-full hover:bg-raised")}
            >
              <Face Icon={LogOut} text={shell.signOut} />
            </button>
          )}
        </li>
      </ul>
      <div className="mt-2 border-t border-line px-4 pt-4">
        <DataPanel />
      </div>
    </nav>
  );
}
