export const install = {
  card: {
    title: (name: string) => `Install ${name}`,
    text: "Open it with one tap, also when you are offline.",
    install: "Install",
    later: "Later",
    close: "Close",
  },
  manual: {
    title: (name: string) => `Install ${name} by hand`,
    mobile:
      'Open the share menu of your browser and choose "Add to Home Screen". On Android it may be in the menu with three dots.',
    desktop:
      "Click the install icon at the right end of your browser's address bar. If there is none, look for “Install” in the browser's menu.",
    tv: "Bookmark this page in your TV's browser: press the star or Menu button on your remote and choose “Add to bookmarks”. Next time, open it from your bookmarks.",
    understood: "OK",
  },
  tv: {
    title: (name: string, platform: string) => `Watching on ${platform}? Install ${name}`,
    text: "Live channels and the newest videos, made for your remote control.",
    install: "Install App",
    open: "Open the TV version",
  },
};
