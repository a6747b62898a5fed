import { isPhoneApp, type Site } from "#web/lib/site.ts";

/** An address without a name: passkeys belong to names. */
const NUMERIC_HOST = /^[\d.]+$|^\[/;

/** Whether passkeys can work here at all; in the phone app they would belong to another site. */
export function canUseKeys(site: Pick<Site, "serverUrl">): boolean {
  return (
    !isPhoneApp(site) &&
    "PublicKeyCredential" in window &&
    !NUMERIC_HOST.test(window.location.hostname)
  );
}
