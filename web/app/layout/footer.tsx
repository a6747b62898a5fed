import type { Ministry } from "#shared/site/ministry.ts";
import type { ReactNode } from "react";
import { useMessages, useSite } from "#web/lib/site.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import { HydrateNear, useHydrationGate } from "#web/ui/hydrate-near.tsx";
import { ExternalLink, Link } from "#web/ui/link.tsx";
import { optional } from "#web/ui/optional.tsx";

type SocialNetwork = keyof Ministry["social"];

/** Icons of the four networks (24 px grid, current colour); the icon set has no brands. */
const PATHS: Readonly<Record<SocialNetwork, string>> = {
  facebook: "M13 21v-8h3l.5-3H13V8q0-1.5 1.5-1.5h2v-3h-3Q10 3.5 10 7.5V10H7v3h3v8z",
  x: "M4 4h4.6l4 5.6L17.3 4H19.5l-5.9 6.9L20 20h-4.6l-4.3-6.1L5.9 20H3.7l6.4-7.5zm3 1.6 8.9 12.8h1.2L8.2 5.6z",
  instagram:
    "M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  youtube: "M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zm5 4v6l5-3z",
};

export const SOCIAL_NAMES: Readonly<Record<SocialNetwork, string>> = {
  facebook: "Facebook",
  x: "X",
  instagram: "Instagram",
  youtube: "YouTube",
};

export const SOCIAL_NETWORKS = ["facebook", "x", "instagram", "youtube"] as const;

export function SocialIcon({ network }: { network: SocialNetwork }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-5" fill="currentColor" fillRule="evenodd">
      <path d={PATHS[network]} />
    </svg>
  );
}

const LINK = "inline-flex min-h-11 items-center hover:text-ink hover:underline";

export function Footer() {
  const [watch, gate] = useHydrationGate();
  return (
    <footer
      ref={watch}
      className="border-t border-line bg-surface pb-20 text-sm text-ink-soft short:pb-0 lg:pb-0"
    >
      <HydrateNear gate={gate}>
        <FooterContent />
      </HydrateNear>
    </footer>
  );
}

function FooterContent() {
  const { ministry } = useSite();
  const { footer, shell } = useMessages();
  return (
    <>
      <div className="page flex flex-wrap gap-x-6 gap-y-10 py-12 *:flex-1 *:first:basis-full lg:grid lg:grid-cols-[2fr_1fr_1.3fr]">
        <div>
          <div className="flex items-center gap-3">
            <CrownMark className="size-10" />
            <div>
              <p className="font-title text-xl font-bold text-ink">{ministry.name}</p>
              <p className="font-medium text-brand">{ministry.tagline}</p>
            </div>
          </div>
          <p className="mt-4 max-w-prose leading-relaxed">{ministry.mission}</p>
          <SocialLinks />
        </div>
        <FooterGroup title={footer.quickLinks}>
          <li>
            <Link to={{ pathname: "/", hash: "#live" }} className={LINK}>
              {footer.liveTv}
            </Link>
          </li>
          <li>
            <Link to={{ pathname: "/", hash: "#sermons" }} className={LINK}>
              {footer.sermonsAndPrograms}
            </Link>
          </li>
          {(["devotional", "bible"] as const).map((page) => (
            <li key={page}>
              <Link to={`/${page}`} className={LINK}>
                {shell[page]}
              </Link>
            </li>
          ))}
          {ministry.links.partnership !== undefined && (
            <li>
              <ExternalLink href={ministry.links.partnership} className={LINK}>
                {footer.give}
              </ExternalLink>
            </li>
          )}
        </FooterGroup>
        <FooterGroup title={footer.contactUs}>
          {ministry.phone !== undefined && (
            <li>
              <span className="sr-only">{footer.phone}</span>
              <a href={`tel:${ministry.phone.replace(/[^+\d]/g, "")}`} className={LINK}>
                {ministry.phone}
              </a>
            </li>
          )}
          <li>
            <span className="sr-only">{footer.email}</span>
            <a href={`mailto:${ministry.email}`} className={LINK}>
              {ministry.email}
            </a>
          </li>
          {ministry.address !== undefined && (
            <li>
              <span className="sr-only">{footer.address}</span>
              <address className="py-3 not-italic">{ministry.address}</address>
            </li>
          )}
        </FooterGroup>
      </div>
      <LegalLine />
    </>
  );
}

/** Links to the ministry's social networks, where it has any. */
function SocialLinks() {
  const { ministry } = useSite();
  const { footer } = useMessages();
  const links = SOCIAL_NETWORKS.flatMap((network) => {
    const href = ministry.social[network];
    return href === undefined ? [] : [{ network, href }];
  });
  if (links.length === 0) return null;
  return (
    <>
      <h2 className="sr-only">{footer.followUs}</h2>
      <ul className="mt-5 flex flex-wrap gap-2">
        {links.map(({ network, href }) => (
          <li key={network}>
            <ExternalLink
              href={href}
              label={SOCIAL_NAMES[network]}
              className="inline-flex size-11 items-center justify-center rounded-full bg-raised text-ink hover:bg-line"
            >
              <SocialIcon network={network} />
            </ExternalLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function FooterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-bold tracking-wide text-ink">{title}</h2>
      <ul className="mt-1">{children}</ul>
    </div>
  );
}

const DataSaverSwitch = optional(async () => (await import("./deferred.tsx")).DataSaverSwitch);

function LegalLine() {
  const { ministry } = useSite();
  const { footer } = useMessages();
  const draft = (subject: string) =>
    `mailto:${ministry.email}?subject=${encodeURIComponent(subject)}`;
  return (
    <div className="border-t border-line">
      <div className="page flex flex-wrap items-center gap-x-6 py-3">
        <p className="mr-auto">{footer.copyright(ministry.name)}</p>
        <div className="flex min-h-11 basis-56 lg:justify-end">
          <DataSaverSwitch />
        </div>
        <Link to="/privacy-policy" className={LINK}>
          {footer.privacyPolicy}
        </Link>
        <Link to={{ pathname: "/privacy-policy", hash: "#choices" }} className={LINK}>
          {footer.privacyChoices}
        </Link>
        <a href={draft(footer.termsSubject)} className={LINK}>
          {footer.termsOfService}
        </a>
        <a href={draft(footer.contactSubject)} className={LINK}>
          {footer.contact}
        </a>
      </div>
    </div>
  );
}
