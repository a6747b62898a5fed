/** Why a channel is refused or closed, in upstream's words; `code` is told where a join fails. */
export class ChannelRefusal extends Error {
  readonly code: string;
  /** The whole socket is closed after the answer. */
  readonly isFatal: boolean;

  constructor(code: string, message: string, isFatal = false) {
    super(message);
    this.name = "ChannelRefusal";
    this.code = code;
    this.isFatal = isFatal;
  }

  /** As the answer to a join says it. */
  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}

export const REFUSALS = {
  noTopic: () => new ChannelRefusal("TopicNameRequired", "You must provide a topic name"),
  restarting: () =>
    new ChannelRefusal("RealtimeRestarting", "Realtime is restarting, please standby"),
  tooManyUsers: () => new ChannelRefusal("ConnectionRateLimitReached", "Too many connected users"),
  tooManyChannels: () => new ChannelRefusal("ChannelRateLimitReached", "Too many channels"),
  tooManyJoins: () =>
    new ChannelRefusal("ClientJoinRateLimitReached", "Too many joins per second", true),
  malformedToken: () => new ChannelRefusal("MalformedJWT", "The token provided is not a valid JWT"),
  badSignature: () => new ChannelRefusal("JwtSignatureError", "Failed to validate JWT signature"),
  missingClaims: () =>
    new ChannelRefusal("InvalidJWTToken", "Fields `role` and `exp` are required in JWT"),
  expiredToken: () => new ChannelRefusal("InvalidJWTToken", "Token has expired"),
  endedSession: () => new ChannelRefusal("InvalidJWTToken", "The session of the token has ended"),
  noRead: (topic: string) =>
    new ChannelRefusal(
      "Unauthorized",
      `You do not have permissions to read from this Channel topic: ${topic}`,
    ),
  lostRead: (topic: string) =>
    new ChannelRefusal(
      "Unauthorized",
      `You no longer have permission to read from this Channel topic: ${topic}`,
    ),
  publicReplay: () =>
    new ChannelRefusal("UnableToReplayMessages", "Replay is not allowed for public channels"),
  badReplay: () => new ChannelRefusal("UnableToReplayMessages", "Replay params are not valid"),
  noDatabase: () =>
    new ChannelRefusal(
      "UnableToConnectToProject",
      "Realtime was unable to connect to the project database",
    ),
  changesTooSlow: (waitMs: number) =>
    new ChannelRefusal(
      "PostgresChangesSubscribeTimeout",
      `Timed out after ${waitMs}ms waiting for the postgres_changes subscription`,
    ),
  changesRefused: (message: string) =>
    new ChannelRefusal("RealtimeDisabledForConfiguration", message),
  unknown: () => new ChannelRefusal("UnknownErrorOnChannel", "Unknown Error on Channel"),
} as const;
