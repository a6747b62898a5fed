export const offline = {
  offline: "You are offline. What you opened before is still here.",
  server: "Our server does not answer at the moment. What you opened before is still here.",
  newVersion: "A new version is ready",
  newVersionText: "Reload when it suits you.",
  reload: "Reload",
};
