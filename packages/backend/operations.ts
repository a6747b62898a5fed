/**
 * Parts of the database and the stores for programs that back up, move, upgrade or check a server. They follow the
 * database's files, so they change more often than the entry ".".
 */
export { openTotpSecret, sealTotpSecret } from "./auth/factors/totp.ts";
export { toParagraph } from "./auth/mail/compose-mail.ts";
export { verifySmtp } from "./auth/mail/transports.ts";
export { isSupportedHash } from "./auth/passwords/hash-password.ts";
export { BASE_FILE, MANIFEST_FILE, takeBaseBackup } from "./database/base-backup/base-backup.ts";
export { connectCluster, type RunningCluster } from "./database/base-backup/connect-cluster.ts";
export {
  startCopy,
  type CopyTarget,
  type RunningCopy,
} from "./database/base-backup/start-restored-cluster.ts";
export { systemIdOf } from "./database/base-backup/system-id.ts";
export {
  countTables,
  findUncounted,
  type TableCounts,
} from "./database/base-backup/table-counts.ts";
export { baseBytes, unpackBase } from "./database/base-backup/unpack-base.ts";
export {
  isArchivable,
  isHistory,
  isSince,
  segmentAt,
} from "./database/base-backup/wal-names.domain.ts";
export {
  oldestWaitingMs,
  spoolTimelineHistories,
  walSpool,
} from "./database/base-backup/wal-spool.ts";
export { connectByUrl, connector, socketAddress } from "./database/connection.ts";
export { type Account } from "./database/embedded/account.ts";
export { locateNative } from "./database/embedded/binaries.ts";
export {
  clusterHome,
  draftLocation,
  give,
  locateCluster,
  type ClusterLocation,
} from "./database/embedded/cluster-location.ts";
export { loadClusterSecret } from "./database/embedded/cluster-secret.ts";
export { clusterMajor, majorOf } from "./database/embedded/cluster.ts";
export { stopLeftover } from "./database/embedded/postmaster.ts";
export {
  acquireServerLock,
  isServerRunning,
  lastServerPid,
  serverPid,
  serverStartedMs,
  type ServerLock,
} from "./database/embedded/server-lock.ts";
export {
  checkPooler,
  inspectExternal,
  readRoles,
  type ExternalDatabaseInfo,
} from "./database/external.ts";
export { isContracting, readAppliedVersions } from "./database/migrations.ts";
export { knownMigrations, prepareEmbedded } from "./database/open-database.ts";
export { SUPABASE_ROLES } from "./database/roles.ts";
export {
  withNewCluster,
  withRunningDatabase,
  withStartedCluster,
  withStartedDatabase,
  type EmbeddedDatabase,
} from "./database/run-cluster.ts";
export { readOwner } from "./database/secret-table.ts";
export { createDiskStore } from "./storage/files/disk-store.ts";
export { isVersion, type ObjectStore } from "./storage/files/object-store.ts";
export { openObjectStore } from "./storage/storage.ts";
