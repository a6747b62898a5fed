import { parseAcceptHeader } from "#server/kit/http/content-negotiation.ts";
import type { AuthTexts, BackendSettings } from "#server/backend/settings.ts";
import type { JsonObject } from "./read-body.ts";

/**
 * The texts for a person: in the language that the account names, else the one that the browser asks
 * for most, else the product's first.
 *
 * @param acceptLanguage value of the header, e.g. "pt-BR,pt;q=0.9,it;q=0.8".
 */
export function chooseTexts(
  all: BackendSettings["authTexts"],
  userMetadata: JsonObject,
  acceptLanguage: string | undefined,
): AuthTexts {
  const textsIn = (language: unknown): AuthTexts | undefined =>
    all.find((texts) => texts.language === language);
  const wished = parseAcceptHeader(acceptLanguage ?? "")
    .map(({ name }) => textsIn(/^[a-z]+/.exec(name)?.[0]))
    .find((texts) => texts !== undefined);
  return textsIn(userMetadata["language"]) ?? wished ?? all[0];
}
