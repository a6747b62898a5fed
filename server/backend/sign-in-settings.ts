/** Enabled sign-in methods and their settings. */
export type SignInSettings = {
  /** Allows accounts without email, phone and password. */
  readonly anonymousUsers: boolean;
  readonly phone: PhoneSettings;
  /** Allows wallets of Ethereum and Solana. */
  readonly web3: boolean;
  /** Allows signed-in users to link and unlink identities. */
  readonly manualLinking: boolean;
  readonly passkeys: boolean;
  /** By provider name: "google", "github", ... */
  readonly providers: ReadonlyMap<string, ProviderSettings>;
};

/** Registration of this installation at a sign-in provider. */
export type ProviderSettings = {
  /** The first is used for redirects; ID tokens may be for any of them. */
  readonly clientIds: readonly string[];
  readonly secret: string | null;
  /** OpenID Connect issuer; null when the provider's name implies it, or for plain OAuth 2.0. */
  readonly issuer: string | null;
  /** Separated by spaces; null for the defaults. */
  readonly scopes: string | null;
  readonly skipNonceCheck: boolean;
  readonly isEmailOptional: boolean;
  /** Base URLs of a self-hosted OAuth 2.0 provider. */
  readonly siteBase: string | null;
  readonly apiBase: string | null;
};

export type PhoneSettings = {
  readonly isOn: boolean;
  /** Numbers must be confirmed with a code. */
  readonly mustConfirm: boolean;
  /** Limit on messages per day; each costs money. */
  readonly messagesPerDay: number;
  /** Account at a service with Twilio's API; without one messages become files. */
  readonly twilio: TwilioSettings | null;
};

export type TwilioSettings = {
  /** Without trailing slash. */
  readonly base: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** An E.164 number, a sender name or the id of a messaging service ("MG..."). */
  readonly from: string;
};

export const SIGN_IN_DEFAULTS: SignInSettings = {
  anonymousUsers: true,
  phone: {
    isOn: true,
    mustConfirm: false,
    messagesPerDay: 200,
    twilio: null,
  },
  web3: true,
  manualLinking: true,
  passkeys: true,
  providers: new Map(),
};
