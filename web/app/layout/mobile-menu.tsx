import { clsx } from "clsx";
import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";
import { DataPanel } from "#web/features/data-saver/data-panel.tsx";
import { useSessionFlag } from "#web/lib/session/session-flag.ts";
import { useMessages, useSite, useTexts } from "#web/lib/site.ts";
import { ExternalLink, Link, NavLink } from "#web/ui/link.tsx";
import { MENU_ROUTES, menuExternalLinks } from "./menu-links.ts";

type MobileMenuProps = { id: string; onChoose: () => void };

const ITEM = "flex min-h-12 items-center justify-between rounded-xl px-4 font-medium";

/** Menu of small screens; closes on selection. */
export function MobileMenu({ id, onChoose }: MobileMenuProps) {
  const site = useSite();
  const isSignedIn = useSessionFlag();
  const { shell } = useMessages();
  const links = useTexts(readingLinkMessages);
  return (
    <nav
      id={id}
      aria-label={shell.mainNavigation}
      className="page max-h-[calc(100dvh-8rem)] overflow-y-auto short:max-h-none border-t border-line pt-2 pb-6 @5xl:hidden"
    >
      <ul>
        <li>
          <Link
            to="/search"
            data-search
            onClick={onChoose}
            className={clsx(ITEM, "hover:bg-raised")}
          >
            {shell.search}
          </Link>
        </li>
        {[
          ...MENU_ROUTES.map(({ path, textKey }) => ({ path, text: shell[textKey] })),
          // Shortcuts for readers; on wide screens the Bible page leads there.
          { path: "/bible/plans", text: links.plans },
          { path: "/bible/marks", text: links.marks },
        ].map(({ path, text }) => (
          <li key={path}>
            <NavLink
              to={path}
              onClick={onChoose}
              className={ITEM}
              activeClassName="bg-brand-soft text-brand"
              inactiveClassName="hover:bg-raised"
            >
              {text}
            </NavLink>
          </li>
        ))}
        {menuExternalLinks(site.ministry.links).map(({ link, textKey, href }) => (
          <li key={link}>
            <ExternalLink href={href} onClick={onChoose} className={clsx(ITEM, "hover:bg-raised")}>
              {shell[textKey]}
            </ExternalLink>
          </li>
        ))}
        <li className="mt-2 border-t border-line pt-2">
          <Link
            to={isSignedIn ? "/profile" : "/auth"}
            onClick={onChoose}
            className={clsx(ITEM, "text-brand hover:bg-raised")}
          >
            {isSignedIn ? shell.myProfile : shell.signIn}
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
              {shell.signOut}
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
