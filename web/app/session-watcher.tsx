import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "#web/lib/session/use-session.ts";

const RESET_PATH = "/auth/reset";

/**
 * Keeps the session alive on every page once there may be one and follows it across tabs. A recovery
 * asks for a new password also where its link could only lead to Home.
 */
export function SessionWatcher(): null {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isRecovery = session.status === "signed-in" && session.isRecovery;

  useEffect(() => {
    if (isRecovery && pathname === "/") void navigate(RESET_PATH, { replace: true });
  }, [isRecovery, navigate, pathname]);

  return null;
}
