export const offline = {
  offline: "You are offline. What you opened before is still here.",
  newVersion: "A new version is ready",
  newVersionText: "Reload when it suits you.",
  reload: "Reload",
};
