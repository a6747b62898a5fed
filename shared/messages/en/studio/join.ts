export const join = {
  title: "You are invited to help",
  signInText:
    "Sign in with the e-mail address that this invitation was made for. It then opens the studio, where helpers run this site.",
  noAccount: "No account yet? Create one with that address, then open the invitation’s link again.",
  createAccount: "Create an account",
  firstTitle: "Become the first owner of the studio",
  firstSignUpText:
    "The studio of this site has no owner yet. Create your account here; this page then leads you through two-step sign-in and into the studio.",
  firstSignInText: "Sign in with your account; this page then leads you on into the studio.",
  toSignIn: "I have an account",
  toSignUp: "I have no account yet",
  confirmText: (address: string) =>
    `We sent a link to ${address}. Open it to confirm your address, then open the printed link again.`,
  becomeOwner: "Become the owner",
  stepText: "Your account asks for its second step first.",
  joinAs: (address: string) => `You are signed in as ${address}.`,
  join: "Join the helpers",
  joining: "One moment…",
  failed: "The site did not answer. Try again in a moment.",
  acceptedTitle: "Welcome among the helpers",
  acceptedText: "The studio is open to you now.",
  openStudio: "Open the studio",
  stepTitle: "One more step",
  needsStepText:
    "You have joined. Your rights ask for a second step of signing in, such as a code from an app on your phone; they begin as soon as you have shown it. Set it up here, then open the studio.",
  codeTitle: "Confirm your e-mail address",
  codeText: (address: string) =>
    `This invitation was made for ${address}. Enter a code that we send there: it shows that the mailbox is yours. Your rights begin after that.`,
  sendCode: "Send the code",
  sendAgain: "Send another code",
  codeSent: (address: string) => `A mail with a code is on its way to ${address}.`,
  code: "Code from the mail",
  confirmCode: "Confirm and join",
  wrongCode: "This code is not right, or it is too old. Compare it with the latest mail.",
  tooManyCodes: "Too many attempts. Wait a few minutes, then try again.",
  refusedTitle: "This link does not let you in",
  otherAddress: (made: string, own: string) =>
    `The link was made for ${made}, and you are signed in as ${own}. Sign out, then sign in with the other address.`,
  noAddress: "This link needs an account with an e-mail address.",
  signOut: "Sign out",
  firstReplaced:
    "A newer link has been printed, which has replaced this one. Open the newest that the server has printed, or print another one with npm run admin -- owner.",
  firstOver:
    "This link is over: it is older than 7 days, or the studio has an owner by now, who can invite you.",
  outcomes: {
    unknown:
      "There is no such link. Copy it again from the message, to its very end, or ask for another one.",
    used: "This link has been used. It works once; if it was not you, tell whoever invited you.",
    over: "This link is over: it was too old, or whoever made it may no longer invite. Ask for another one.",
    unconfirmed:
      "Confirm your e-mail address first, with the mail that you were sent. Then open this link again.",
    already: "You help here already. What you may do is changed in the studio, by an owner.",
  },
};
