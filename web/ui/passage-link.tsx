import type { ReactNode } from "react";
import type { BibleReference } from "#shared/bible/bible-reference.ts";
import { passageAddress } from "#shared/bible/numbering/passage-address.domain.ts";
import type { Language } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";
import { Link } from "./link.tsx";

type PassageLinkProps = {
  reference: BibleReference;
  /** Language of the reference; null for the page's. */
  language: Language | null;
  className: string;
  children: ReactNode;
};

/** A Scripture reference in a text, linked to our Bible. */
export function PassageLink({ reference, language, className, children }: PassageLinkProps) {
  const { language: page } = useSite();
  return (
    <Link
      to={passageAddress(reference, { writtenIn: language ?? page, page })}
      className={className}
    >
      {children}
    </Link>
  );
}
