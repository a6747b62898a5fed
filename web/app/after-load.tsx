import { useLocation } from "react-router";
import { InstallCard } from "#web/features/install/install-card.tsx";

/** What comes to every page after it has loaded. */
export function AfterLoad() {
  const { pathname } = useLocation();
  return <InstallCard isHidden={pathname !== "/"} />;
}
