/** Asks a server to end in order and to be started again by whoever supervises it. */
export const RESTART_SIGNAL = "SIGUSR2";
