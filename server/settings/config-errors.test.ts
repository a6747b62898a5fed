import { expect, it } from "vitest";
import { parseConfig } from "./config.ts";

it.each([
  ["PORT", "70000", "must be a whole number from 1 to 65535"],
  ["RTMP_PORT", "no", "must be a whole number from 1 to 65535"],
  ["RATE_LIMIT_FACTOR", "much", "must be a number"],
  ["RATE_LIMIT_FACTOR", "0", "must be more than 0"],
  ["POSTGRES_UID", "1.5", "must be a whole number"],
  ["AUTH_PASSWORD_MIN_LENGTH", "80", "must be 72 or less"],
  ["TTS_DAILY_CHARACTERS", "0", "must be 1 or more"],
  ["METRICS_TOKEN", "short", "must have 16 characters or more"],
  ["LOG_LEVEL", "loud", "must be debug, info, warn, error or silent"],
  ["BACKUP_MAIL_TO", "pastor", "must be an email address"],
  ["SMTP_URL", "mail.example.org", "must be an address such as smtps://"],
  ["DATABASE_URL", "db.example.org", "must be an address such as postgres://"],
  ["HOST", "0.0.0.0:3000", "must be a host name or address without a port; set the port in PORT"],
])("rejects %s=%s in words: %s", (name, value, words) => {
  expect(() => parseConfig({ [name]: value })).toThrow(`${name}: ${words}`);
});

it("puts an IPv6 host in brackets in the URL of the site", () => {
  expect(parseConfig({ HOST: "::1" }).siteUrl).toBe("http://[::1]:3000");
});
