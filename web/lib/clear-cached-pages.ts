/** Tells the service worker to delete every cached page, when their content is out of date. */
export function clearCachedPages(): void {
  const controller = "serviceWorker" in navigator ? navigator.serviceWorker.controller : null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
  controller?.postMessage({ forgetPages: "" });
}
