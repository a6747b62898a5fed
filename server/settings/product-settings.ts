import type { ProductSettings } from "#server/backend/settings.ts";
import { AUTH_TEXTS } from "./auth-texts.ts";
import { BUCKET_POLICIES } from "./bucket-policies.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

/** What this product asks of a backend that knows nothing of it. */
export const PRODUCT_SETTINGS: ProductSettings = {
  authTexts: AUTH_TEXTS,
  commonPasswords: COMMON_PASSWORDS,
  bucketPolicies: BUCKET_POLICIES,
};
