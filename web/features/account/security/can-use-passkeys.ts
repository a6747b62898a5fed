import { isPhoneApp, type Site } from "#web/lib/site.ts";

/** IP addresses as host: passkeys are bound to domain names. */
const NUMERIC_HOST = /^[\d.]+$|^\[/;

/** Returns true where passkeys can work. In the native app they would belong to another origin. */
export function canUsePasskeys(site: Pick<Site, "serverUrl">): boolean {
  return (
    !isPhoneApp(site) &&
    "PublicKeyCredential" in window &&
    !NUMERIC_HOST.test(window.location.hostname)
  );
}
