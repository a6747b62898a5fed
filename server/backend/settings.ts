import type { RestSettings } from "./rest-settings.ts";
import type { SignInSettings } from "./sign-in-settings.ts";

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
