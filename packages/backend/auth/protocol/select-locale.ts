import { parseAcceptHeader } from "@reign-tv/kit/http/content-negotiation.ts";
import type { AuthTexts, BackendSettings } from "#backend/settings.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/**
 * Selects the texts in the account's language, else in the browser's preferred language, else in
 * the product's first.
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
  const preferred = parseAcceptHeader(acceptLanguage ?? "")
    .map(({ name }) => textsIn(/^[a-z]+/.exec(name)?.[0]))
    .find((texts) => texts !== undefined);
  return textsIn(userMetadata["language"]) ?? preferred ?? all[0];
}
