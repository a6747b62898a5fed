import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import type { AccountSession } from "#web/lib/session/session.ts";
import {
  failureOf,
  type AccountResult,
  outcomeOf,
  withStatus,
} from "#web/features/account/result.ts";
import { type OpenSession, type OwnQuery, securityKey, thrown, UNKEPT } from "./security-query.ts";

const deviceSchema = v.object({
  id: v.string(),
  user_agent: v.nullable(v.string()),
  last_used_at: v.string(),
  is_current: v.boolean(),
  is_application: v.boolean(),
});

/** A session of the account, as it shows on the list of devices. */
export type Device = v.InferOutput<typeof deviceSchema>;

/** Where the account is signed in, this device first. */
export function devicesQuery(openSession: OpenSession, userId: string): OwnQuery<Device[]> {
  return queryOptions({
    ...UNKEPT,
    queryKey: securityKey(userId, "devices"),
    async queryFn({ signal }) {
      const { client } = openSession();
      const answer = await client.rpc("my_sessions").abortSignal(signal).retry(false);
      const error = withStatus(answer);
      if (error) throw thrown(failureOf(error));
      return v.parse(v.array(deviceSchema), answer.data);
    },
  });
}

/** Ends another session. @returns false where it had ended already. */
export async function endDevice(
  { client }: AccountSession,
  id: string,
): Promise<AccountResult<boolean>> {
  const answer = await client.rpc("end_my_session", { session_id: id });
  return outcomeOf(withStatus(answer), answer.data ?? false);
}

/** Ends all sessions but this one. @returns how many they were. */
export async function endOtherDevices({ client }: AccountSession): Promise<AccountResult<number>> {
  const answer = await client.rpc("end_my_other_sessions");
  return outcomeOf(withStatus(answer), answer.data ?? 0);
}
