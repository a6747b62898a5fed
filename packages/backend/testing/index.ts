/**
 * Test support of the backend: a run's PostgreSQL (scratch-server.ts), backends and databases on it, crashes, fakes
 * of outside services, and clients. Code that runs without Vitest imports the single files.
 */
export {
  freshAddress,
  GOOD_PASSWORD,
  joinAs,
  type Member,
  operatorOf,
  visitorOf,
} from "#backend/auth/auth-client.fixture.ts";
export { type MailServer, startMailServer } from "#backend/auth/mail-server.fixture.ts";
export { newestMail } from "./sent-mails.ts";
export {
  joined,
  listen,
  listenerOf,
  openClients,
} from "#backend/realtime/realtime-client.fixture.ts";
export { sendRaw } from "#backend/storage/raw-request.fixture.ts";
export {
  avatarName,
  makeImage,
  type Member as StorageMember,
  startStorageTest,
  type StorageTest,
} from "#backend/storage/storage.fixture.ts";
export { createTusClient } from "#backend/storage/tus.fixture.ts";
export { gifWithFrames, pngBomb } from "#backend/storage/uploads/hostile-images.fixture.ts";
export { killPostmaster, makeDataDir, postmasterPid, removeDataDir } from "./crash-drill.ts";
export { type FakePostgres, startFakePostgres } from "./fake-postgres.ts";
export { type FakeS3, startFakeS3 } from "./fake-s3.ts";
export { IS_FULL } from "./full-run.ts";
export { freePort } from "./free-port.ts";
export { printMeasurements } from "./measurements.ts";
export { addAuthenticatorFactor, codeOf } from "./mfa-factor.ts";
export { startWriter } from "./start-writer.ts";
export { startTestBackend, type TestBackend, type TestBackendOptions } from "./test-backend.ts";
export {
  createTestDatabase,
  makePreparedDataDir,
  migrationsOfRun,
  openHere,
  putEmptyCluster,
  putPreparedDatabase,
  type TestDatabase,
} from "./test-database.ts";
