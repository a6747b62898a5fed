import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { serverPid } from "@reign-tv/backend/operations";
import { RESTART_SIGNAL } from "@reign-tv/kit/restart-signal.ts";
import { createServerEnvironment, removeDataDir } from "./server-environment.ts";
import { waitUntilReady } from "./server-process.ts";

/** A real server under a supervisor that owns its socket, as systemd does with a socket unit. */
export type SupervisedServer = {
  readonly url: string;
  readonly dataDir: string;
  /** Asks the server to restart. Resolves when the next one is ready. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const POLL_MS = 20;

/** Listens, starts the program with the socket as descriptor 3, and restarts it when it ends with code 75. */
const SUPERVISOR = `
use Socket; use POSIX ();
$^F = 10;
socket(my $held, PF_INET, SOCK_STREAM, 0) or die;
setsockopt($held, SOL_SOCKET, SO_REUSEADDR, 1);
bind($held, sockaddr_in($ENV{PORT}, INADDR_LOOPBACK)) or die;
listen($held, 4096) or die;
POSIX::dup2(fileno($held), 3) if fileno($held) != 3;
my $child;
$SIG{TERM} = sub { kill(TERM => $child); waitpid($child, 0); exit 0 };
do {
  $child = fork();
  if ($child == 0) {
    $SIG{TERM} = 'DEFAULT';
    $ENV{LISTEN_PID} = $$; $ENV{LISTEN_FDS} = 1;
    exec(@ARGV);
  }
  waitpid($child, 0);
} while ($? >> 8 == 75);
exit($? >> 8);
`;

/** @param prepare puts files of an earlier run into DATA_DIR. */
export async function startSupervisedServer(
  overrides: Readonly<Record<string, string>>,
  prepare: (dataDir: string) => void,
): Promise<SupervisedServer> {
  const { url, dataDir, variables } = await createServerEnvironment(overrides);
  prepare(dataDir);
  const supervisor = spawn("perl", ["-e", SUPERVISOR, process.execPath, "server/main.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...variables },
  });
  await waitUntilReady(url, supervisor);
  return {
    url,
    dataDir,
    async restart() {
      const former = serverPid(dataDir);
      if (former === null) throw new Error("No server runs.");
      process.kill(former, RESTART_SIGNAL);
      await untilAnother(dataDir, former, supervisor);
      await waitUntilReady(url, supervisor);
    },
    async stop() {
      if (supervisor.exitCode === null) {
        supervisor.kill("SIGTERM");
        await once(supervisor, "exit");
      }
      removeDataDir(dataDir);
    },
  };
}

async function untilAnother(
  dataDir: string,
  former: number,
  supervisor: ChildProcess,
): Promise<void> {
  for (;;) {
    if (supervisor.exitCode !== null) throw new Error("The server was not started again.");
    const pid = serverPid(dataDir);
    if (pid !== null && pid !== former) return;
    await sleep(POLL_MS);
  }
}
