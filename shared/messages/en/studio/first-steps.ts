export const firstSteps = {
  title: "First steps",
  intro: "What a new site needs. Each step can be changed later.",
  done: "Done",
  open: "Open",
  progress: (done: number, all: number) => `${done} of ${all} done`,
  steps: {
    name: "Name, words and contact",
    channels: "Your live channels",
    lists: "Your video lists",
    times: "Times of your services",
    mail: "A mail server",
    backups: "A first backup",
  },
};
