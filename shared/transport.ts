/**
 * Sends a request to this site or its backend: `url` is a path, or a URL at the backend's origin. A
 * browser uses the network; the server handles requests of rendered pages in process.
 */
export type Transport = (url: string, init?: RequestInit) => Promise<Response>;
