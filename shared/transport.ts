/**
 * Sends a request to this site or its backend: `url` is a path, or an address at the backend's origin.
 * A browser asks over the network; the server answers the pages it renders in process.
 */
export type Transport = (url: string, init?: RequestInit) => Promise<Response>;
