import type { OwnVideoErrorCode } from "#shared/contracts/own-videos.ts";

/** A call that cannot be done; the code tells staff why. */
export class OwnVideoError extends Error {
  readonly code: OwnVideoErrorCode;

  constructor(code: OwnVideoErrorCode, message: string = code, options: ErrorOptions = {}) {
    super(message, options);
    this.name = "OwnVideoError";
    this.code = code;
  }
}
