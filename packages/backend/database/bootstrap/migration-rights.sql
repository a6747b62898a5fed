-- What migrations (the owner's role) may do with tables that the auth and storage parts own: refer to
-- users and hang triggers on them, see and end sessions and what they have shown, ask for second proofs, add
-- buckets, write policies for objects. Never ALTER.

set local role :"auth";
grant select, references, trigger on auth.users to :"owner";
grant select, delete on auth.sessions to :"owner";
grant select on auth.identities, auth.mfa_factors, auth.mfa_amr_claims to :"owner";

set local role :"storage";
grant select, insert, update, delete on storage.buckets, storage.objects to :"owner";
