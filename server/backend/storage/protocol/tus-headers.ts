/** CORS: headers of resumable uploads (TUS 1.0.0) that a browser may send. */
export const TUS_REQUEST_HEADERS = [
  "tus-resumable",
  "upload-length",
  "upload-offset",
  "upload-metadata",
  "upload-defer-length",
  "upload-checksum",
  "x-signature",
] as const;

/** CORS: headers that a page may read. */
export const TUS_RESPONSE_HEADERS = [
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
