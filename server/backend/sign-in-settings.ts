/** Which ways to sign in are on, and what they need of the world. */
export type SignInSettings = {
  /** Whoever comes may have an account without address, number and password. */
  readonly anonymousUsers: boolean;
  readonly phone: PhoneSettings;
  /** Wallets of Ethereum and Solana may sign in. */
  readonly web3: boolean;
  /** Somebody signed in may give the account another way in, and take one away. */
  readonly manualLinking: boolean;
  /** Keys of authenticators sign in by themselves. */
  readonly passkeys: boolean;
  /** By the name under which clients ask for them: "google", "github", ... */
  readonly providers: ReadonlyMap<string, ProviderSettings>;
};

/** How one sign-in provider knows this installation. */
export type ProviderSettings = {
  /** The first is used for visits; ID tokens may be for any of them. */
  readonly clientIds: readonly string[];
  readonly secret: string | null;
  /** Issuer of OpenID Connect; null where the provider's name says it, or for plain OAuth 2.0. */
  readonly issuer: string | null;
  /** Parted by blanks; null for the usual ones. */
  readonly scopes: string | null;
  readonly skipNonceCheck: boolean;
  readonly isEmailOptional: boolean;
  /** Base addresses of a provider of plain OAuth 2.0, for one that runs on its own host. */
  readonly siteBase: string | null;
  readonly apiBase: string | null;
};

export type PhoneSettings = {
  readonly isOn: boolean;
  /** A number counts once a code that was sent to it came back. */
  readonly mustConfirm: boolean;
  /** Messages of one day; each costs money. */
  readonly messagesPerDay: number;
  /** An account at a service with Twilio's protocol; without one messages become files. */
  readonly twilio: TwilioSettings | null;
};

export type TwilioSettings = {
  /** Without trailing slash. */
  readonly base: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** A number in E.164, a sender's name, or the id of a messaging service ("MG..."). */
  readonly from: string;
};

/** What an installation has that says nothing of its own. */
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
