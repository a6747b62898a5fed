import { errorCode } from "#server/kit/start-error.ts";
import type { CheckResult } from "./check-result.ts";

const CERTIFICATE = /CERT|ERR_TLS|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|SELF_SIGNED|ERR_SSL/;

/**
 * Why nobody could be reached at the address that visitors type.
 *
 * @param error what fetch threw.
 */
export function unreachedFinding(publicUrl: string, error: unknown): CheckResult {
  const { hostname, port, protocol } = new URL(publicUrl);
  const code = reasonOf(error);
  const topic = "proxy";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    const text = `the name ${hostname} leads nowhere (${code})`;
    const remedy = `Give ${hostname} this computer's address where the domain is managed (an A or AAAA record); it may take an hour to be known.`;
    return { topic, verdict: "problem", text, remedy };
  }
  if (CERTIFICATE.test(code)) {
    const text = `browsers refuse the certificate at ${publicUrl} (${code})`;
    const remedy = `Let the proxy get one for ${hostname}: its log says why it has none; port 80 must be open from outside. For a certificate of your own authority start this command with NODE_EXTRA_CA_CERTS=<its root>.`;
    return { topic, verdict: "problem", text, remedy };
  }
  const text = `nobody answers at ${publicUrl} from here (${code})`;
  const ports = port === "" ? (protocol === "https:" ? "80 and 443" : "80") : port;
  const remedy = `Start the proxy, open the ports ${ports} in the firewall, and see that ${hostname} leads to this computer (dig ${hostname}). Some routers do not let a computer reach itself by its outer name: try it from a telephone, too.`;
  return { topic, verdict: "problem", text, remedy };
}

/** The code of what lies deepest: fetch wraps it. */
function reasonOf(error: unknown): string {
  const own = errorCode(error);
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause);
  if (own !== null) return own;
  return error instanceof Error ? error.name : "no reason";
}
