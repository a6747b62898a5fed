import { useLocation } from "react-router";

/**
 * What follows a part's own name in the address: ["english"] at /studio/channels/english, [] at
 * /studio/channels. The router's own component for routes below routes would come to every follower's
 * first page, as the whole router does.
 */
export function useSubpath(): readonly string[] {
  const { pathname } = useLocation();
  return pathname.split("/").slice(3);
}
