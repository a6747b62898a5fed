/** Headers of resumable uploads (TUS 1.0.0) that pages of other origins send and read. */

/** Headers that a browser must be allowed to send. */
export const TUS_REQUEST_HEADERS = [
  "tus-resumable",
  "upload-length",
  "upload-offset",
  "upload-metadata",
  "upload-defer-length",
  "upload-checksum",
  "x-signature",
] as const;

/** Headers that a page must be allowed to read. */
export const TUS_ANSWER_HEADERS = [
  "location",
  "tus-resumable",
  "tus-version",
  "tus-extension",
  "tus-max-size",
  "tus-checksum-algorithm",
  "tus-complete",
  "upload-length",
  "upload-offset",
  "upload-metadata",
  "upload-defer-length",
  "upload-expires",
] as const;
