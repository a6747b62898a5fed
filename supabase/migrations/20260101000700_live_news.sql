-- Everybody may hear that a channel's state has changed, on the private topic "live"; nobody may send there,
-- so that nobody can make all open pages ask at once.

create policy "everybody hears of channels" on realtime.messages for select to anon, authenticated
  using (realtime.topic() = 'live' and realtime.messages.extension = 'broadcast');
