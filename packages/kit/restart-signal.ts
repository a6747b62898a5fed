/** Signal that stops the server with the exit code for a restart by its supervisor. */
export const RESTART_SIGNAL = "SIGUSR2";
