import { useLocation } from "react-router";

/**
 * Returns the path segments below a page: ["english"] at /studio/channels/english, [] at
 * /studio/channels. Nested routes of the router would enlarge the first page of every visitor.
 */
export function useSubpath(): readonly string[] {
  const { pathname } = useLocation();
  return pathname.split("/").slice(3);
}
