import { SIGN_IN_DEFAULTS, type SignInSettings } from "#server/backend/sign-in-settings.ts";
import type { Config } from "./config.ts";

/** Which ways to sign in are on, from the environment. */
export function signInSettings(config: Config): SignInSettings {
  const twilio = twilioSettings(config);
  return {
    anonymousUsers: config.AUTH_ANONYMOUS,
    phone: {
      isOn: config.AUTH_PHONE,
      mustConfirm: config.AUTH_CONFIRM_PHONE ?? twilio !== null,
      testCodes: config.AUTH_PHONE_TEST_CODES,
      messagesPerDay: config.SMS_DAILY_MESSAGES,
      twilio,
      keepsFiles: config.SMS_FILES,
    },
    web3: config.AUTH_WEB3,
    manualLinking: config.AUTH_MANUAL_LINKING,
    passkeys: config.AUTH_PASSKEYS,
    oauthServer: {
      ...SIGN_IN_DEFAULTS.oauthServer,
      isOn: config.AUTH_OAUTH_SERVER,
      allowsRegistration: config.AUTH_OAUTH_REGISTRATION,
      consentPath: "/auth/consent",
    },
    passwordRequirements: config.AUTH_PASSWORD_REQUIREMENTS ?? null,
    refusesWellKnownPasswords: config.AUTH_PASSWORD_WORDS,
    leakedPasswordsBase: config.AUTH_LEAKED_PASSWORDS ? config.AUTH_LEAKED_PASSWORDS_BASE : null,
    captcha: captchaSettings(config),
    hooks: config.AUTH_HOOKS,
    providers: config.AUTH_PROVIDERS,
  };
}

function captchaSettings(config: Config): SignInSettings["captcha"] {
  const { AUTH_CAPTCHA_PROVIDER, AUTH_CAPTCHA_SECRET, AUTH_CAPTCHA_ADDRESS } = config;
  if (!AUTH_CAPTCHA_PROVIDER || !AUTH_CAPTCHA_SECRET) return null;
  return {
    provider: AUTH_CAPTCHA_PROVIDER,
    secret: AUTH_CAPTCHA_SECRET,
    address: AUTH_CAPTCHA_ADDRESS ?? null,
  };
}

function twilioSettings(config: Config): SignInSettings["phone"]["twilio"] {
  const { SMS_ACCOUNT_SID, SMS_AUTH_TOKEN, SMS_FROM, SMS_API_BASE } = config;
  if (!SMS_ACCOUNT_SID || !SMS_AUTH_TOKEN || !SMS_FROM) return null;
  return {
    base: SMS_API_BASE,
    accountSid: SMS_ACCOUNT_SID,
    authToken: SMS_AUTH_TOKEN,
    from: SMS_FROM,
  };
}
