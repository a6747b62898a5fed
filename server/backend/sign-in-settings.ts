/** Which ways to sign in are on, and what they need of the world. */
export type SignInSettings = {
  /** Whoever comes may have an account without address, number and password. */
  readonly anonymousUsers: boolean;
  readonly phone: PhoneSettings;
};

export type PhoneSettings = {
  readonly isOn: boolean;
  /** A number counts once a code that was sent to it came back. */
  readonly mustConfirm: boolean;
  /** Codes by number (digits without "+") that are not sent: for tests, and for reviewers of app stores. */
  readonly testCodes: ReadonlyMap<string, string>;
  /** Messages of one day; each costs money. */
  readonly messagesPerDay: number;
  /** An account at a service with Twilio's protocol; null: messages become files for the operator. */
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
    testCodes: new Map(),
    messagesPerDay: 200,
    twilio: null,
  },
};
