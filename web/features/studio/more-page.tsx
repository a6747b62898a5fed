import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { StudioPage } from "./kit/studio-page.tsx";
import { partAddress } from "./studio-pages.ts";
import { usePermittedParts } from "./studio-frame.tsx";

/** Every part that one may see, for phones, whose tabs name four of them. */
export function MorePage() {
  const { more, moreText, nav } = useTexts(kitMessages);
  return (
    <StudioPage title={more} intro={moreText}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {usePermittedParts().map((part) => (
          <li key={part.path}>
            <Link
              to={partAddress(part)}
              className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-surface p-4 font-semibold shadow-card hover:bg-raised"
            >
              <part.Icon aria-hidden className="size-5 shrink-0 text-brand" />
              {nav[part.label]}
            </Link>
          </li>
        ))}
      </ul>
    </StudioPage>
  );
}
