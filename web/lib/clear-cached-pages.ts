/** Asks the worker to forget every page that this device keeps, when what they show is out of date. */
export function clearCachedPages(): void {
  const controller = "serviceWorker" in navigator ? navigator.serviceWorker.controller : null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
  controller?.postMessage({ forgetPages: "" });
}
