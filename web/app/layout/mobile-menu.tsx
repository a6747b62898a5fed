import { clsx } from "clsx";
import { useSessionFlag } from "#web/lib/session/session-flag.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";
import { ExternalLink } from "#web/ui/external-link.tsx";
import { Link, NavLink } from "#web/ui/link.tsx";
import { menuExternalLinks, MENU_ROUTES } from "./navigation-links.ts";

const DataPanel = optional(
  async () => (await import("#web/features/data-saver/data-panel.tsx")).DataPanel,
);

type MobileMenuProps = { id: string; onChoose: () => void };

const ITEM = "flex min-h-12 items-center justify-between rounded-xl px-4 font-medium";

/** The menu of small screens; it closes when an item is chosen. */
export function MobileMenu({ id, onChoose }: MobileMenuProps) {
  const site = useSite();
  const isSignedIn = useSessionFlag();
  const { shell } = useMessages();
  return (
    <nav
      id={id}
      aria-label={shell.mainNavigation}
      className="page max-h-[calc(100dvh-4rem)] overflow-y-auto short:max-h-none border-t border-line pt-2 pb-6 lg:hidden"
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
        {MENU_ROUTES.map(({ path, textKey }) => (
          <li key={path}>
            <NavLink
              to={path}
              onClick={onChoose}
              className={ITEM}
              activeClassName="bg-brand-soft text-brand"
              inactiveClassName="hover:bg-raised"
            >
              {shell[textKey]}
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
