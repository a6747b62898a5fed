type BrowserFacts = {
  /** `navigator.vendor`; that of Apple for every browser of an iPhone. */
  vendor: string;
  /** The site runs as an app from the Home Screen. */
  isInstalled: boolean;
};

/** Returns true where WebKit deletes the storage of a site that was not opened for seven days. */
export function isDeletedBySafari({ vendor, isInstalled }: BrowserFacts): boolean {
  return vendor.startsWith("Apple") && !isInstalled;
}
