/** Pages of other sites and the native app may read the response. */
export const PUBLIC_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Their players may also read its size and range. */
export const PUBLIC_MEDIA_HEADERS = {
  ...PUBLIC_HEADERS,
  "Access-Control-Expose-Headers": "Content-Length, Content-Range, ETag",
};
