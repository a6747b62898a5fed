const NAMES: Readonly<Record<string, string>> = {
  github: "GitHub",
  gitlab: "GitLab",
  linkedin_oidc: "LinkedIn",
  slack_oidc: "Slack",
  workos: "WorkOS",
  azure: "Microsoft",
  x: "X",
};

/** Returns the brand name of a provider. @param id of the auth service, such as "google". */
export function providerName(id: string): string {
  return NAMES[id] ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}
