/** The first descriptor that a supervisor hands over; others follow it. */
const FIRST_HANDED = 3;

/**
 * The listening socket that the supervisor holds for this process (systemd's socket units; sd_listen_fds(3)).
 * It stays open while one process ends and the next begins, so that whoever comes meanwhile waits instead of
 * being turned away.
 *
 * @param pid of the process that asks: the variables are inherited, the socket is meant for one.
 * @returns its file descriptor, null when there is none.
 */
export function inheritedSocket(
  environment: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | null {
  if (environment["LISTEN_PID"] !== String(pid)) return null;
  return Number(environment["LISTEN_FDS"]) >= 1 ? FIRST_HANDED : null;
}
