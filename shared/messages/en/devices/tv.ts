export const tv = {
  title: (ministry: string) => `${ministry} on your TV`,
  description: "Live channels and the newest videos, for the television and its remote control.",
  channels: "Live channels",
  newest: "Newest videos",
  live: "Live",
  offAirBadge: "Off air",
  offAir: "This channel is off the air.",
  nextService: (when: string) => `Next service: ${when}.`,
  wholeSite: "Whole site",
  menu: "Language and site",
  platformNotice: "Videos are played by YouTube (Google), which is asked only when you choose one.",
  help: "Choose with the arrows, play with OK, return with Back.",
  /** What the app for televisions says where the server does not answer. */
  shell: {
    unreachable: "The server cannot be reached. Check the television's connection.",
    tryAgain: "Try again",
  },
  /** What the player says; sent to its script. */
  player: {
    loading: "Loading…",
    failed: "This isn’t responding. Press OK to try again.",
    refused: "Press OK to play.",
    back: "Back",
    paused: "Paused",
    fileHint: "OK: pause · ◀ ▶: 10 seconds · ▲: captions · Back: return",
    channelHint: "OK: pause · ▲ ▼: other channel · Back: return",
    frameHint: "OK: pause · Back: return",
  },
};
