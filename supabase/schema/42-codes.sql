-- Codes that lower prices or open hidden ticket categories: the codes, who has opened which, and wrong tries.
-- docs/decisions/0054-codes.md; 46-code-uses.sql applies them to orders.

create table public.discount_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null,
  event_id uuid references public.events (id) on delete cascade,
  ticket_category_ids uuid[],
  percent smallint,
  amount numeric(12, 2),
  opens_hidden boolean not null default false,
  from_at timestamptz,
  until_at timestamptz,
  uses_total integer,
  uses_per_person integer,
  seats_per_order integer,
  paused_at timestamptz,
  note text not null default '',
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint discount_codes_code_sound check (code collate "C" ~ '^[A-Z0-9]{4,32}$'),
  constraint discount_codes_percent_possible check (percent between 1 and 100),
  constraint discount_codes_amount_possible check (amount > 0 and amount <= 9999999.99),
  constraint discount_codes_gives_something check (num_nonnulls(percent, amount) < 2 and (opens_hidden or num_nonnulls(percent, amount) = 1)),
  constraint discount_codes_window_possible check (until_at > from_at),
  constraint discount_codes_uses_possible check (uses_total >= 1 and uses_per_person >= 1 and seats_per_order >= 1)
);

comment on table public.discount_codes is
  'Discount and access codes. Only admins read and write them; customers open one by typing it (check_code).';

comment on column public.discount_codes.code is 'As private.fold_code returns it; does not change.';

comment on column public.discount_codes.event_id is 'The event it is for; null: every event.';

comment on column public.discount_codes.ticket_category_ids is
  'The categories of the event that it is for; null: all of them.';

comment on column public.discount_codes.percent is 'Percent off each seat''s price.';

comment on column public.discount_codes.amount is 'Rupees off each seat''s price, at most the price.';

comment on column public.discount_codes.opens_hidden is 'True when its hidden categories are sold with it.';

comment on column public.discount_codes.from_at is 'The first moment at which it is valid; null: no bound.';

comment on column public.discount_codes.until_at is 'The moment from which it is valid no more; null: no bound.';

comment on column public.discount_codes.uses_total is 'How many orders may use it; null: no bound.';

comment on column public.discount_codes.uses_per_person is 'How many orders of one customer may use it; null: no bound.';

comment on column public.discount_codes.seats_per_order is 'For how many seats of one order it is, at most; null: no bound.';

comment on column public.discount_codes.paused_at is 'Since when it is not valid; null while it is.';

comment on column public.discount_codes.note is 'For staff: what the code is for.';

create unique index discount_codes_code on public.discount_codes (code);

create index discount_codes_event_id on public.discount_codes (event_id);

create table private.code_grants (
  user_id uuid not null,
  code_id uuid not null references public.discount_codes (id) on delete cascade,
  at timestamptz not null default now(),
  primary key (user_id, code_id)
);

comment on table private.code_grants is 'Which customers have typed which code; only they may use it.';

create index code_grants_code_id on private.code_grants (code_id);

create table private.code_tries (
  user_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  -- Tries of one customer come one after another.
  primary key (user_id, at)
);

comment on table private.code_tries is 'Wrong codes that customers typed, of the last hour.';

alter table public.discount_codes enable row level security;

alter table private.code_grants enable row level security;

alter table private.code_tries enable row level security;

create policy "Admins read codes" on public.discount_codes
  for select to authenticated using ((select private.is_admin()));

create policy "Admins add codes" on public.discount_codes
  for insert to authenticated with check ((select private.is_admin()));

create policy "Admins change codes" on public.discount_codes
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create policy "Admins delete codes" on public.discount_codes
  for delete to authenticated using ((select private.is_admin()));

create function private.fold_code(p_code text) returns text
  language plpgsql immutable
as $$
declare
  c_most_bytes constant integer := 256;
begin
  if octet_length(p_code) > c_most_bytes then
    return '';
  end if;
  return upper(regexp_replace(normalize(p_code, NFKC), '[[:space:]\u2010-\u2015-]', '', 'g'));
end
$$;

comment on function private.fold_code(text) is
  'Returns a code as it is stored: upper case, without spaces and hyphens; empty when it is far too long. The twin of '
  'foldCode in src/shop/codes/code.ts.';

create function private.price_with_code(p_full numeric, p_percent smallint, p_amount numeric) returns numeric
  language plpgsql immutable
as $$
begin
  if p_percent is not null then
    return (floor((round(p_full * 100) * (100 - p_percent) + 50) / 100) / 100)::numeric(12, 2);
  end if;
  return greatest(p_full - coalesce(p_amount, 0), 0)::numeric(12, 2);
end
$$;

comment on function private.price_with_code(numeric, smallint, numeric) is
  'Returns the price of a seat in rupees after a percent (half up in paise) or an amount is taken off, never below 0. '
  'The twin of priceWithCode in src/shop/codes/code.ts; src/shop/codes/code-cases.json tests both.';

create function private.code_is_for(p_code public.discount_codes, p_event_id uuid, p_ticket_category_id uuid default null)
  returns boolean
  language sql immutable
as $$
  select (p_code.event_id is null or p_code.event_id = p_event_id)
    and (p_code.ticket_category_ids is null or p_ticket_category_id is null or p_ticket_category_id = any (p_code.ticket_category_ids))
$$;

comment on function private.code_is_for(public.discount_codes, uuid, uuid) is
  'True when the code is for this event, and for this category of it when one is given.';

create function private.guard_code() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.code := private.fold_code(new.code);
  if new.code is null or new.code collate "C" !~ '^[A-Z0-9]{4,32}$' then
    perform private.refuse(400, 'invalid', 'code', 'A code has 4 to 32 letters A to Z and digits.');
  end if;
  if exists (select from public.discount_codes d where d.code = new.code and d.id <> new.id) then
    perform private.refuse(409, 'name_taken', 'code', 'There is such a code.');
  end if;
  if new.event_id is not null and not exists (select from public.events e where e.id = new.event_id) then
    perform private.refuse(400, 'invalid', 'event_id', 'There is no such event.');
  end if;
  if cardinality(new.ticket_category_ids) = 0 then
    new.ticket_category_ids := null;
  end if;
  if new.ticket_category_ids is not null and (tg_op = 'INSERT' or new.ticket_category_ids is distinct from old.ticket_category_ids
      or new.event_id is distinct from old.event_id)
     and (new.event_id is null or exists (
       select from unnest(new.ticket_category_ids) as t (id)
       where not exists (select from public.ticket_categories c where c.id = t.id and c.event_id = new.event_id))) then
    perform private.refuse(400, 'invalid', 'ticket_category_ids', 'They are ticket categories of the code''s event.');
  end if;
  if new.percent not between 1 and 100 then
    perform private.refuse(400, 'invalid', 'percent', 'percent is 1 to 100, or null.');
  end if;
  -- NaN is greater than every number, so the upper bound refuses it.
  if new.amount <= 0 or new.amount > 9999999.99 then
    perform private.refuse(400, 'invalid', 'amount', 'amount is more than 0 rupees, or null.');
  end if;
  if num_nonnulls(new.percent, new.amount) = 2 or num_nonnulls(new.percent, new.amount) = 0 and new.opens_hidden is not true then
    perform private.refuse(400, 'invalid', 'percent', 'A code takes off a percent or an amount, or opens hidden categories.');
  end if;
  if not isfinite(new.from_at) or not isfinite(new.until_at) or new.until_at <= new.from_at then
    perform private.refuse(400, 'invalid', 'until_at', 'A code ends after it begins.');
  end if;
  if new.uses_total < 1 then
    perform private.refuse(400, 'invalid', 'uses_total', 'uses_total is at least 1, or null.');
  end if;
  if new.uses_per_person < 1 then
    perform private.refuse(400, 'invalid', 'uses_per_person', 'uses_per_person is at least 1, or null.');
  end if;
  if new.seats_per_order < 1 then
    perform private.refuse(400, 'invalid', 'seats_per_order', 'seats_per_order is at least 1, or null.');
  end if;
  new.note := coalesce(private.clean_text(private.strip_hidden(new.note)), '');
  if char_length(new.note) > 300 then
    perform private.refuse(400, 'invalid', 'note', 'note has at most 300 characters.');
  end if;
  if tg_op = 'INSERT' then
    new.revision := 1;
    return new;
  end if;
  new.revision := old.revision;
  if (new.code, new.event_id, new.ticket_category_ids, new.percent, new.amount, new.opens_hidden, new.from_at, new.until_at,
      new.uses_total, new.uses_per_person, new.seats_per_order, new.paused_at, new.note)
     is distinct from
     (old.code, old.event_id, old.ticket_category_ids, old.percent, old.amount, old.opens_hidden, old.from_at, old.until_at,
      old.uses_total, old.uses_per_person, old.seats_per_order, old.paused_at, old.note) then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

comment on function private.guard_code() is
  'Trigger 20_values. Refusals: PT400 invalid with the column, PT409 name_taken. Security definer: reads events and '
  'categories whatever the writer may read.';

create function private.refuse_used_code() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.code_uses(old.id) > 0 or exists (select from public.payments p where p.discount_code = old.code) then
    perform private.refuse(409, 'in_use', 'discount_codes', 'Orders have used it; pause it instead.');
  end if;
  return old;
end
$$;

comment on function private.refuse_used_code() is
  'Trigger 10_refuse_used: a code that an order uses or a payment names stays. Security definer: reads orders.';

create trigger "10_refuse_used" before delete on public.discount_codes
  for each row execute function private.refuse_used_code();

create trigger "10_refuse_stale" before update on public.discount_codes
  for each row when (new.revision is distinct from old.revision) execute function private.refuse_stale_edit();

create trigger "20_values" before insert or update on public.discount_codes
  for each row execute function private.guard_code();

create trigger "90_stamp" before insert or update on public.discount_codes
  for each row execute function private.stamp_row();

create trigger audit after insert or update or delete on public.discount_codes
  for each row execute function private.audit_row('id');

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select, delete', 'table public.discount_codes'),
  ('authenticated',
    'insert (id, code, event_id, ticket_category_ids, percent, amount, opens_hidden, from_at, until_at, '
    'uses_total, uses_per_person, seats_per_order, paused_at, note), update (event_id, ticket_category_ids, percent, amount, '
    'opens_hidden, from_at, until_at, uses_total, uses_per_person, seats_per_order, paused_at, note, revision)',
    'table public.discount_codes'),
  -- payment_warnings runs with the reader's own rights.
  ('authenticated', 'execute', 'function private.code_is_for(public.discount_codes, uuid, uuid)');
