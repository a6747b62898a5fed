import type { RestSettings } from "./rest-settings.ts";
import type { SignInSettings } from "./sign-in-settings.ts";

/**
 * Settings of the backend. Everything that a product wants of it comes in here: the backend itself
 * names no product, no language and no bucket, and could serve another one.
 */
export type BackendSettings = ProductSettings &
  SignInSettings & {
    /** Origin of the product without trailing slash; the issuer is `{siteUrl}/auth/v1`. */
    readonly siteUrl: string;
    /** Absolute path of DATA_DIR. */
    readonly dataDir: string;
    readonly corsOrigins: readonly string[];
    readonly redirectUrls: readonly string[];
    readonly confirmEmail: boolean;
    readonly disableSignup: boolean;
    readonly passwordMinLength: number;
    /** Words that a password may not contain or be: names of the product and of whoever runs it. */
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

/** What the product says once for all its installations. */
export type ProductSettings = {
  /** A language each; the first is for people who speak none of them. */
  readonly authTexts: readonly [AuthTexts, ...AuthTexts[]];
  readonly commonPasswords: CommonPasswords;
  /** By the bucket's id; a bucket without one is ruled by its row alone. */
  readonly bucketPolicies: ReadonlyMap<string, BucketPolicy>;
};

/** Occasions on which the auth service writes to somebody. */
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
 * Words of one mail. `{site}` is the name of the sender, `{code}` the one-time code, `{address}` an
 * e-mail address. A paragraph with `{code}` is left out of mails without one.
 */
export type MailText = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Label of the link; mails without a link have none. */
  readonly action: string | null;
  readonly closing: string;
};

/** What the auth service says to people in one language. */
export type AuthTexts = {
  /** Primary tag of BCP 47, as accounts and browsers name a language. */
  readonly language: string;
  readonly mails: Readonly<Record<MailKind, MailText>>;
  /** The message with a code, with the placeholders of mails. */
  readonly smsCode: string;
  /** The page with one button that programs which look at links do not press. */
  readonly continuePage: { readonly title: string; readonly text: string; readonly go: string };
};

/** Passwords that people of the product are known to choose, besides those that everybody does. */
export type CommonPasswords = {
  /** In lower case; refused with common tails, twice in a row and with signs for letters too. */
  readonly words: ReadonlySet<string>;
  /** In lower case; refused as they stand. */
  readonly literals: ReadonlySet<string>;
};

/**
 * What a bucket's files must be beyond the limits in its row. One table, so that no route knows a
 * bucket by name. Row level security still decides who may write what.
 */
export type BucketPolicy = {
  /** Every name in the bucket. */
  readonly namePattern: RegExp;
  /** Files are verified by content and encoded anew. */
  readonly image: ImageRules;
  /** Of one user. */
  readonly quota: { readonly objects: number; readonly bytes: number };
  /**
   * Name under which a browser saves the file; the stored one may tell the owner's id.
   *
   * @param extension of the stored name, in lower case, without the dot.
   */
  readonly downloadName: (extension: string) => string;
};

export type ImageRules = {
  /** Longest side of the stored image. */
  readonly maxSidePixels: number;
  /** Width times height that is still decoded. */
  readonly maxInputPixels: number;
  /** More frames than any picture needs; only the first one is kept. */
  readonly maxInputFrames: number;
  readonly maxOutputBytes: number;
  readonly timeoutSeconds: number;
};
