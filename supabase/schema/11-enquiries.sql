-- Enquiries: messages to the shop. Visitors may write nothing else, so they are limited.

create table public.contact_messages (
  id uuid primary key,
  user_id uuid,
  name text not null,
  email text not null,
  topic text not null,
  message text not null,
  order_code text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  handled_at timestamptz,
  handled_by uuid
);

comment on table public.contact_messages is
  'Messages of visitors and customers; admins read them and mark them as handled.';

comment on column public.contact_messages.id is 'Made on the device, so that a repeated request stores one row.';

create index contact_messages_created_at on public.contact_messages (created_at desc);

create index contact_messages_handled on public.contact_messages (created_at desc) where handled_at is not null;

create index contact_messages_unhandled on public.contact_messages (created_at) where handled_at is null;

create index contact_messages_user_id on public.contact_messages (user_id);

create index contact_messages_search on public.contact_messages using gin
  (private.search_text(name) extensions.gin_trgm_ops, email extensions.gin_trgm_ops, private.search_text(topic) extensions.gin_trgm_ops,
    private.search_text(message) extensions.gin_trgm_ops, order_code extensions.gin_trgm_ops);

create table private.limits (
  name text primary key,
  per_hour integer not null check (per_hour >= 0)
);

comment on table private.limits is 'How often something may be done in an hour. The operator changes it here.';

create table private.contact_senders (
  id bigint generated always as identity primary key,
  sender text not null,
  at timestamptz not null default clock_timestamp()
);

comment on table private.contact_senders is
  'Senders of the last hour: hashes of account, connection address, mail address. Older rows are removed.';

create index contact_senders_sender on private.contact_senders (sender, at);

create index contact_senders_at on private.contact_senders (at);

alter table private.limits enable row level security;

alter table private.contact_senders enable row level security;

create function private.client_address() returns text
  language plpgsql stable set search_path = ''
as $$
declare
  v_set private.sender_address;
  v_entries text[];
begin
  select * into v_set from private.sender_address;
  if not found then
    v_set.entry := -1;
    -- PostgREST connects as authenticator, hosted behind Cloudflare, which overwrites this header. The shop's own
    -- server connects as the owner, drops such headers and writes X-Forwarded-For (server/api/pass-on.ts). See
    -- docs/decisions/0040-senders.md.
    v_set.header := case session_user when 'authenticator' then 'cf-connecting-ip' else 'x-forwarded-for' end;
  end if;
  v_entries := string_to_array(nullif(current_setting('request.headers', true), '')::jsonb ->> v_set.header, ',');
  return nullif(btrim(v_entries[case when v_set.entry > 0 then v_set.entry else cardinality(v_entries) + 1 + v_set.entry end]), '');
exception when others then
  return null;
end
$$;

comment on function private.client_address() is
  'Returns the address of the caller''s connection, from the header in private.sender_address, or null. Without such '
  'a row: CF-Connecting-IP behind PostgREST, else the last entry of X-Forwarded-For, which the shop''s own server '
  'writes.';

create function public.send_contact_message(p_message jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_email constant text := '^[^@[:space:]<>"]{1,64}@[^@[:space:]<>"]{1,180}$';
  c_longest constant integer := 4000;
  v_user uuid := private.uid();
  v_id uuid;
  v_name text;
  v_email text;
  v_topic text;
  v_text text;
  v_code text;
  v_senders text[];
  v_sender text;
  v_limit integer;
begin
  if jsonb_typeof(p_message) is distinct from 'object' then
    perform private.refuse(400, 'invalid', 'p_message', 'p_message is an object.');
  end if;
  if coalesce(p_message ->> 'id', '') !~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$' then
    perform private.refuse(400, 'invalid', 'id', 'id is a uuid made by the sender.');
  end if;
  v_id := (p_message ->> 'id')::uuid;
  v_name := private.require_text(p_message ->> 'name', 'name', 120);
  v_email := lower(private.require_text(p_message ->> 'email', 'email', 250));
  if v_email !~ c_email then
    perform private.refuse(400, 'invalid', 'email', 'email is a mail address.');
  end if;
  v_topic := private.require_text(coalesce(p_message ->> 'topic', 'general'), 'topic', 60);
  if octet_length(p_message ->> 'message') <= 12 * c_longest + 1024 then
    v_text := private.clean_text(p_message ->> 'message');
  end if;
  if coalesce(char_length(v_text), 0) not between 1 and c_longest then
    perform private.refuse(400, 'invalid', 'message', format('message is text of 1 to %s characters.', c_longest));
  end if;
  if octet_length(p_message ->> 'order_code') <= 1024 then
    v_code := nullif(private.clean_text(p_message ->> 'order_code'), '');
  end if;
  if v_code !~ '^MF[0-9A-HJKMNP-TV-Z]{8}$' or octet_length(p_message ->> 'order_code') > 1024 then
    perform private.refuse(400, 'invalid', 'order_code', 'order_code is MF and 8 characters.');
  end if;

  -- A mail address is only claimed. Accounts are counted by account, or a stranger could use up their limit.
  v_senders := case when v_user is not null then array['user:' || v_user::text] else
    array_remove(array['address:' || private.client_address(), 'mail:' || v_email, 'strangers'], null) end;
  -- One order of locks, so that two messages never deadlock.
  for v_sender in select s from unnest(v_senders) as s order by s loop
    perform pg_advisory_xact_lock(hashtextextended('contact:' || v_sender, 0));
  end loop;
  if exists (select from public.contact_messages m where m.id = v_id) then
    return jsonb_build_object('id', v_id);
  end if;
  delete from private.contact_senders s where s.at <= clock_timestamp() - interval '1 hour';
  foreach v_sender in array v_senders loop
    select l.per_hour into v_limit from private.limits l
      where l.name = case when v_sender = 'strangers' then 'contact_messages_of_strangers' else 'contact_messages' end;
    if (select count(*) from private.contact_senders s
        where s.sender = encode(sha256(convert_to(v_sender, 'UTF8')), 'hex')) >= v_limit then
      perform private.refuse(429, 'too_many', v_limit::text, 'Too many messages within an hour; detail is how many may be.');
    end if;
  end loop;
  insert into private.contact_senders (sender)
    select encode(sha256(convert_to(sender, 'UTF8')), 'hex') from unnest(v_senders) as sender;
  insert into public.contact_messages (id, user_id, name, email, topic, message, order_code)
    values (v_id, v_user, v_name, v_email, v_topic, v_text, v_code)
    on conflict (id) do nothing;
  return jsonb_build_object('id', v_id);
end
$$;

comment on function public.send_contact_message(jsonb) is
  'Stores {id, name, email, topic, message, order_code} once per id and returns {id}, signed in or not. Limit: 5 an '
  'hour per account, or per connection and mail address of a stranger (private.limits), else PT429 too_many. PT400 '
  'invalid names the field. Security definer: no role may write contact_messages.';

create function private.note_handled() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if new.handled_at is distinct from old.handled_at then
    new.handled_at := case when new.handled_at is null then null else clock_timestamp() end;
    new.handled_by := case when new.handled_at is null then null else auth.uid() end;
  end if;
  return new;
end
$$;

comment on function private.note_handled() is
  'Trigger 20_values: records which admin marked the message and when, by the server''s clock. Security definer: on '
  'the embedded backend admins have no access to the schema auth.';

create trigger "20_values" before update on public.contact_messages
  for each row execute function private.note_handled();

create trigger "90_stamp" before insert or update on public.contact_messages
  for each row execute function private.stamp_row();

alter table public.contact_messages enable row level security;

create policy "Admins read messages" on public.contact_messages
  for select to authenticated using ((select private.is_admin()));

create policy "Admins mark messages as handled" on public.contact_messages
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.find_messages(p_text text, p_handled boolean) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_pattern text := private.search_pattern(p_text);
  v_words text[] := private.search_patterns(p_text);
begin
  if v_pattern is null or not private.is_admin() then
    return;
  end if;
  -- Materialized: expecting many matches, a plan would read all messages from the newest on.
  return query
    with found as materialized (
      select m.id, m.created_at from public.contact_messages m
      where (private.has_words(m.name, v_words) or m.email ilike v_pattern or private.has_words(m.topic, v_words)
          or private.has_words(m.message, v_words) or m.order_code ilike v_pattern)
        and (m.handled_at is not null) = p_handled)
    select f.id from found f order by f.created_at desc limit private.most_found() + 1;
end
$$;

comment on function private.find_messages(text, boolean) is
  'Returns open or handled messages that contain the text: the newest most_found() and one more if there are others. '
  'Empty unless the caller is an admin. Security definer: as find_accounts.';

create function public.search_messages(p_search text default null, p_handled boolean default false)
  returns setof public.contact_messages language sql stable
as $$
  select m.* from private.find_messages(p_search, p_handled) as i join public.contact_messages m on m.id = i
$$;

comment on function public.search_messages(text, boolean) is
  'Returns what find_messages finds, for admins. Invoker and without a set clause: inlined, as search_profiles.';

create table private.sender_address (
  one boolean primary key default true check (one),
  header text check (header ~ '^[a-z0-9-]{1,64}$'),
  entry integer not null default -1 check (entry <> 0)
);

comment on table private.sender_address is
  'Which request header has the sender''s address; without a row client_address uses its defaults. The operator '
  'writes it (docs/deploy.md). A header that senders can write themselves disables the limits per network.';

comment on column private.sender_address.header is
  'In lower case; null: no header is trusted and networks are not counted.';

comment on column private.sender_address.entry is
  'Index of its entry: 1 is the first, -1 the last, -2 the one before. Every proxy appends one; senders write those '
  'in front.';

alter table private.sender_address enable row level security;

insert into private.limits (name, per_hour) values
  ('contact_messages', 5),
  ('contact_messages_of_strangers', 200);

insert into private.rights (roles, privileges, object) values
  ('authenticated', 'select, update (handled_at)', 'table public.contact_messages'),
  ('authenticated', 'execute', 'function public.search_messages(text, boolean)'),
  ('authenticated', 'execute', 'function private.find_messages(text, boolean)'),
  ('anon, authenticated', 'execute', 'function public.send_contact_message(jsonb)');
