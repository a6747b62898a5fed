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

/** Settings of the REST service with PostgREST's names, meanings and defaults. */
export type RestSettings = {
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly [string, ...string[]];
  /** Allows `sum()`, `avg()`, `min()`, `max()` and `count()` in `select`. */
  readonly aggregates: boolean;
  /**
   * Returns query plans to any client that requests them (`Accept: application/vnd.pgrst.plan`).
   */
  readonly plans: boolean;
};

/**
 * Settings of the backend. All properties of the product are set here: the backend itself
 * contains no product name, language or bucket.
 */
export type BackendSettings = ProductSettings &
  SignInSettings & {
    /** Origin of the site without trailing slash; the issuer is `{siteUrl}/auth/v1`. */
    readonly siteUrl: string;
    /** Absolute path of DATA_DIR. */
    readonly dataDir: string;
    readonly corsOrigins: readonly string[];
    readonly redirectUrls: readonly string[];
    readonly confirmEmail: boolean;
    readonly disableSignup: boolean;
    readonly passwordMinLength: number;
    /** Names of the product and its operator, which a password may not contain. */
    readonly passwordContextWords: readonly string[];
    readonly smtpUrl: string | null;
    readonly mailFrom: string;
    readonly s3: {
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    } | null;
    readonly rest: RestSettings;
    readonly rateLimitFactor: number;
    readonly trustedProxies: readonly string[];
  };

/** Settings of the product, the same for all installations. */
export type ProductSettings = {
  /** One entry per language; the first is the default. */
  readonly authTexts: readonly [AuthTexts, ...AuthTexts[]];
  readonly commonPasswords: CommonPasswords;
  /** By bucket id; a bucket without a policy is limited by its row alone. */
  readonly bucketPolicies: ReadonlyMap<string, BucketPolicy>;
};

/** Mails of the auth service. */
export type MailKind =
  | "signup"
  | "magiclink"
  | "recovery"
  | "invite"
  | "email_change"
  | "reauthentication"
  | "password_changed"
  | "email_changed"
  | "already_registered";

/**
 * Texts of a mail. `{site}` is the sender's name, `{code}` the one-time code, `{address}` an
 * email address. Mails without a code omit paragraphs with `{code}`.
 */
export type MailText = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Label of the link; null without a link. */
  readonly action: string | null;
  readonly closing: string;
};

/** Texts of the auth service in one language. */
export type AuthTexts = {
  /** Primary language subtag (BCP 47). */
  readonly language: string;
  readonly mails: Readonly<Record<MailKind, MailText>>;
  /** Text message with a code; supports the placeholders of mails. */
  readonly smsCode: string;
  /** The confirmation page of a link, for link scanners. */
  readonly continuePage: { readonly title: string; readonly text: string; readonly go: string };
};

/** Passwords that are common among the product's users, in addition to the built-in list. */
export type CommonPasswords = {
  /** In lower case; also rejected with common suffixes, doubled, and with symbols for letters. */
  readonly words: ReadonlySet<string>;
  /** In lower case; rejected as they are. */
  readonly literals: ReadonlySet<string>;
};

/**
 * Rules for files of a bucket, in addition to the limits in its row. Routes know no bucket by
 * name. Row level security decides who may write.
 */
export type BucketPolicy = {
  /** Pattern of all object names. */
  readonly namePattern: RegExp;
  /** Files are verified by content and encoded again. */
  readonly image: ImageRules;
  /** Per user. */
  readonly quota: { readonly objects: number; readonly bytes: number };
  /**
   * Returns the name under which a browser saves the file; the stored name may contain the
   * owner's id.
   *
   * @param extension of the stored name, in lower case, without the dot.
   */
  readonly downloadName: (extension: string) => string;
};

export type ImageRules = {
  /** Longest side of the stored image. */
  readonly maxSidePixels: number;
  /** Maximum width times height to decode. */
  readonly maxInputPixels: number;
  /** Only the first frame is stored. */
  readonly maxInputFrames: number;
  readonly maxOutputBytes: number;
  readonly timeoutSeconds: number;
};
