import { clsx } from "clsx";
import { Ellipsis, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import { Link } from "#web/ui/link.tsx";
import { useStudio } from "./kit/studio-context.ts";
import {
  isOpen,
  MORE_PATH,
  sectionPath,
  STUDIO_SECTIONS,
  type StudioSection,
  TAB_PATHS,
} from "./studio-pages.ts";

type StudioHeaderProps = {
  /** Language, theme and account. */
  controls: ReactNode;
};

/** Name of the studio, and a link back to the site. */
export function StudioHeader({ controls }: StudioHeaderProps) {
  const { ministry } = useSite();
  const texts = useTexts(kitMessages);
  return (
    <header className="border-b border-line bg-surface">
      <div className="page flex min-h-16 flex-wrap items-center gap-x-2">
        <Link
          to="/"
          title={texts.backToSite}
          className="flex min-h-11 items-center gap-2 rounded-lg"
        >
          <CrownMark className="size-8" />
          <span className="font-title font-bold">{ministry.name}</span>
          <span className="sr-only">{texts.backToSite}</span>
        </Link>
        <Link
          to="/studio"
          className="inline-flex min-h-11 items-center font-semibold text-ink-soft"
        >
          {texts.title}
        </Link>
        <div className="ml-auto flex flex-wrap items-center justify-end">{controls}</div>
      </div>
    </header>
  );
}

/** Returns the pages that the user may see. */
export function usePermittedSections(): readonly StudioSection[] {
  const { can } = useStudio();
  return STUDIO_SECTIONS.filter(({ permission }) => permission === null || can(permission));
}

/** Sidebar of wide screens and tab bar of phones, limited to permitted pages. */
export function StudioMenu() {
  const texts = useTexts(kitMessages);
  const sections = usePermittedSections();
  const tabs = sections.filter(({ path }) => TAB_PATHS.includes(path));
  const { pathname } = useLocation();
  const isUnderMore = !tabs.some((section) => isOpen(section, pathname));
  return (
    <>
      <nav aria-label={texts.menu} className="hidden lg:block">
        <ul className="sticky top-4 stack-1">
          {sections.map((section) => (
            <li key={section.path}>
              <MenuLink
                section={section}
                className="flex min-h-11 items-center gap-3 rounded-xl px-3 font-medium"
                activeClassName="bg-brand-soft text-brand"
              />
            </li>
          ))}
        </ul>
      </nav>
      <nav
        aria-label={texts.tabs}
        className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] short:static lg:hidden"
      >
        <ul className="flex *:min-w-0 *:flex-1">
          {tabs.map((section) => (
            <li key={section.path}>
              <MenuLink section={section} className={TAB} activeClassName="text-brand" />
            </li>
          ))}
          <li>
            <Link
              to={MORE_PATH}
              aria-current={isUnderMore ? "page" : undefined}
              className={clsx(TAB, isUnderMore ? "text-brand" : "text-ink-soft")}
            >
              <TabFace Icon={Ellipsis} text={texts.more} />
            </Link>
          </li>
        </ul>
      </nav>
    </>
  );
}

const TAB =
  "flex min-h-14 flex-col items-center justify-center gap-1 text-center text-[0.6875rem] leading-none font-semibold";

type MenuLinkProps = { section: StudioSection; className: string; activeClassName: string };

function MenuLink({ section, className, activeClassName }: MenuLinkProps) {
  const { nav } = useTexts(kitMessages);
  const { pathname } = useLocation();
  const isActive = isOpen(section, pathname);
  return (
    <Link
      to={sectionPath(section)}
      aria-current={isActive ? "page" : undefined}
      className={clsx(className, isActive ? activeClassName : "text-ink-soft hover:text-ink")}
    >
      <TabFace Icon={section.Icon} text={nav[section.label]} />
    </Link>
  );
}

function TabFace({ Icon, text }: { Icon: LucideIcon; text: string }) {
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="max-w-full truncate">{text}</span>
    </>
  );
}
