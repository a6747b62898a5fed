/** An error that rejects or closes a channel, in upstream's words; a failed join reports `code`. */
export class ChannelError extends Error {
  readonly code: string;
  /** The whole socket is closed after the reply. */
  readonly isFatal: boolean;

  constructor(code: string, message: string, isFatal = false) {
    super(message);
    this.name = "ChannelError";
    this.code = code;
    this.isFatal = isFatal;
  }

  /** Text of a failed join. */
  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}

export const CHANNEL_ERRORS = {
  noTopic: () => new ChannelError("TopicNameRequired", "You must provide a topic name"),
  longTopic: (most: number) =>
    new ChannelError("TopicNameTooLong", `A topic name has at most ${most} characters`),
  longPresenceKey: (most: number) =>
    new ChannelError("PresenceKeyTooLong", `A presence key has at most ${most} characters`),
  tooManyBytes: () =>
    new ChannelError("ConnectionByteLimitReached", "Too many bytes for one connection", true),
  restarting: () =>
    new ChannelError("RealtimeRestarting", "Realtime is restarting, please standby"),
  tooManyUsers: () => new ChannelError("ConnectionRateLimitReached", "Too many connected users"),
  tooManyChannels: () => new ChannelError("ChannelRateLimitReached", "Too many channels"),
  tooManyJoins: () =>
    new ChannelError("ClientJoinRateLimitReached", "Too many joins per second", true),
  malformedToken: () => new ChannelError("MalformedJWT", "The token provided is not a valid JWT"),
  badSignature: () => new ChannelError("JwtSignatureError", "Failed to validate JWT signature"),
  badClaims: (names: readonly string[]) =>
    new ChannelError(
      "InvalidJWTToken",
      names.every((name) => name === "role" || name === "exp")
        ? "Fields `role` and `exp` are required in JWT"
        : `Fields ${names.map((name) => `\`${name}\``).join(", ")} are not valid in JWT`,
    ),
  expiredToken: () => new ChannelError("InvalidJWTToken", "Token has expired"),
  endedSession: () => new ChannelError("InvalidJWTToken", "The session of the token has ended"),
  noRead: (topic: string) =>
    new ChannelError(
      "Unauthorized",
      `You do not have permissions to read from this Channel topic: ${topic}`,
    ),
  lostRead: (topic: string) =>
    new ChannelError(
      "Unauthorized",
      `You no longer have permission to read from this Channel topic: ${topic}`,
    ),
  publicReplay: () =>
    new ChannelError("UnableToReplayMessages", "Replay is not allowed for public channels"),
  badReplay: () => new ChannelError("UnableToReplayMessages", "Replay params are not valid"),
  noDatabase: () =>
    new ChannelError(
      "UnableToConnectToProject",
      "Realtime was unable to connect to the project database",
    ),
  changesTooSlow: (waitMs: number) =>
    new ChannelError(
      "PostgresChangesSubscribeTimeout",
      `Timed out after ${waitMs}ms waiting for the postgres_changes subscription`,
    ),
  changesRejected: (message: string) =>
    new ChannelError("RealtimeDisabledForConfiguration", message),
  unknown: () => new ChannelError("UnknownErrorOnChannel", "Unknown Error on Channel"),
} as const;
