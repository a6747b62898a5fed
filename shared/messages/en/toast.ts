export const toast = {
  dismiss: "Dismiss message",
};
