import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { type Permission, PERMISSIONS } from "#shared/studio/permissions.ts";
import {
  type ApiResult,
  assertAnswered,
  failureOf,
  type Failure,
} from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import { endOfDay, type Rights } from "./rights.domain.ts";

/** Those that this page has words for; a server that is newer may know more. */
const permissionsSchema = z
  .array(z.string())
  .transform((names): Permission[] => PERMISSIONS.filter((known) => names.includes(known)));

const helperSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  permissions: permissionsSchema,
  since: z.string(),
  until: z.string().nullable(),
  invited_by_name: z.string().nullable(),
  isMe: z.boolean(),
  isOwner: z.boolean(),
  isOfServer: z.boolean(),
  hasSecondStep: z.boolean(),
});

/** Somebody of the staff. */
export type StaffMember = z.infer<typeof helperSchema>;

const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  permissions: permissionsSchema,
  until: z.string().nullable(),
  expires_at: z.string(),
  invited_by_name: z.string().nullable(),
});

/** A link that nobody has used. */
export type Invitation = z.infer<typeof invitationSchema>;

type StaffKey = ["studio", "staff"];
type InvitationsKey = ["studio", "invitations"];

/** Everybody who helps, the longest here first. */
export function staffQuery(
  open: OpenClient,
): UseQueryOptions<StaffMember[], Error, StaffMember[], StaffKey> {
  const queryKey: StaffKey = ["studio", "staff"];
  return queryOptions({
    queryKey,
    async queryFn({ signal }) {
      const answer = await open().rpc("studio_staff").abortSignal(signal).retry(false);
      assertAnswered(answer);
      return z.array(helperSchema).parse(answer.data);
    },
  });
}

/** The links that are open. */
export function invitationsQuery(
  open: OpenClient,
): UseQueryOptions<Invitation[], Error, Invitation[], InvitationsKey> {
  const queryKey: InvitationsKey = ["studio", "invitations"];
  return queryOptions({
    queryKey,
    async queryFn({ signal }) {
      const answer = await open().rpc("studio_invitations").abortSignal(signal).retry(false);
      assertAnswered(answer);
      return z.array(invitationSchema).parse(answer.data);
    },
  });
}

/** What the database says when the last owner would go. */
const LAST_OWNER_CODE = "23001";

/** Why nothing was changed; the last owner stays. */
export type StaffFailure = Failure | "last-owner";

type StaffAnswer = { ok: true } | { ok: false; failure: StaffFailure };

/** Gives somebody these rights in place of those before; one who was just withdrawn comes back by it. */
export async function changeStaff(
  open: OpenClient,
  userId: string,
  { permissions, until }: Rights,
): Promise<StaffAnswer> {
  return staffAnswer(
    await open().rpc("studio_change_staff", {
      p_user: userId,
      p_permissions: [...permissions],
      ...endOf(until),
    }),
  );
}

/** Takes all rights from somebody. */
export async function withdraw(open: OpenClient, userId: string): Promise<StaffAnswer> {
  return staffAnswer(await open().rpc("studio_withdraw", { p_user: userId }));
}

/** Makes a link's token for one address. */
export async function invite(
  open: OpenClient,
  email: string,
  { permissions, until }: Rights,
): Promise<ApiResult<string>> {
  const answer = await open().rpc("studio_invite", {
    p_email: email,
    p_permissions: [...permissions],
    ...endOf(until),
  });
  const failure = failureOf(answer);
  if (failure !== null) return { ok: false, failure };
  return { ok: true, value: z.object({ token: z.string() }).parse(answer.data).token };
}

/** Takes a link back. */
export async function takeBack(open: OpenClient, id: string): Promise<StaffAnswer> {
  return staffAnswer(await open().rpc("studio_uninvite", { p_id: id }));
}

function endOf(until: string): { p_until?: string } {
  const end = endOfDay(until);
  return end === null ? {} : { p_until: end };
}

function staffAnswer(answer: Parameters<typeof failureOf>[0]): StaffAnswer {
  if (answer.error?.code === LAST_OWNER_CODE) return { ok: false, failure: "last-owner" };
  const failure = failureOf(answer);
  return failure === null ? { ok: true } : { ok: false, failure };
}
