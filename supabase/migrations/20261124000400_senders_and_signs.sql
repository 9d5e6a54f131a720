-- What looks like a digit is compared as one; a network is counted by what its sender cannot write; names have no signs
-- that nobody sees; what serves nobody any more is deleted.

-- ---------------------------------------------------------------------------------------------------------------
-- References

create or replace function private.plain_digits(p_text text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  -- The digit 0 of each script that Unicode 17 has decimal digits of and that its normal form KC leaves alone; 1 to 9
  -- follow. The last, outlined digits, are plain in normal form KC since Unicode 16, which PostgreSQL 17 does not have.
  c_zeroes constant integer[] := array[
    1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240, 6112,
    6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016, 66720,
    68912, 68928, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360, 71376, 71386, 71472, 71904, 72016,
    72688, 72784, 73040, 73120, 73184, 73552, 90416, 92768, 92864, 93008, 93552, 123200, 123632, 124144, 124401,
    125264, 118000];
  v_text text := normalize(p_text, NFKC);
  v_zero integer;
begin
  if octet_length(v_text) = char_length(v_text) then
    return v_text;
  end if;
  foreach v_zero in array c_zeroes loop
    v_text := translate(v_text, chr(v_zero) || chr(v_zero + 1) || chr(v_zero + 2) || chr(v_zero + 3) || chr(v_zero + 4)
      || chr(v_zero + 5) || chr(v_zero + 6) || chr(v_zero + 7) || chr(v_zero + 8) || chr(v_zero + 9), '0123456789');
  end loop;
  return v_text;
end
$$;

create function private.look_alike_digits(p_text text) returns text
  language sql immutable parallel safe
as $$
  -- Of confusables.txt (Unicode 17, UTS #39) the signs that phones write; S, B, Z and their Greek and Cyrillic twins, Ø, Б
  -- and the white and black circles, which it does not count. In normal form KD an accent is a sign of its own.
  select translate(normalize(p_text, NFKD),
    'OoΟοОоՕօଠഠဝᴏꓳ〇○◯ØøംంಂIiLlıІіΙιƖӀӏǀ|∣।ZzΖƧƨᒿЗзӠӡƷʒȜȝɜꞫᏎSsЅѕƼƽБбᏮϬBbВвΒβȢȣଃꝮꝯ'
      || '⓿❶❷❸❹❺❻❼❽❾➀➁➂➃➄➅➆➇➈➊➋➌➍➎➏➐➑➒⓵⓶⓷⓸⓹⓺⓻⓼⓽',
    repeat('0', 21) || repeat('1', 16) || repeat('2', 6) || repeat('3', 10) || repeat('4', 1) || repeat('5', 6) || repeat('6', 4) || repeat('8', 9)
      || repeat('9', 2) || '0' || repeat('123456789', 4))
$$;
comment on function private.look_alike_digits(text) is
  'Letters and signs that look like a digit as that digit: O as 0, a Cyrillic Ze as 3. The list is that of src/domain/utr.ts.';

create or replace function private.reference_key(p_reference text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  v_plain text;
  v_bare text;
  v_alike text;
  v_runs text[];
begin
  if length(p_reference) = 12 and translate(p_reference, '0123456789', '') = '' then
    return p_reference;
  end if;
  v_plain := upper(private.plain_digits(p_reference));
  v_bare := regexp_replace(v_plain, '[^0-9A-Z]', '', 'g');
  -- As grouped by whatever signs, and as they stand between other numbers.
  v_runs := array(
    select m[1] from regexp_matches(v_bare, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m
    union
    select m[1] from regexp_matches(v_plain, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m);
  if cardinality(v_runs) = 0 then
    v_alike := private.look_alike_digits(v_plain);
    -- The third leaves words alone: the O of NO is no zero before the number.
    v_runs := array(
      select distinct m[1] from (values
          (regexp_replace(v_alike, '[^0-9A-Z]', '', 'g')), (v_alike),
          (regexp_replace((
            select string_agg(case when word ~ '[0-9]' then private.look_alike_digits(word) else word end, '' order by n)
            from regexp_split_to_table(v_plain, '[[:space:].,:;/()#@_-]+') with ordinality as w (word, n)), '[^0-9A-Z]', '', 'g'))
        ) as t (text),
        lateral regexp_matches(t.text, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m);
  end if;
  return case when cardinality(v_runs) = 1 then v_runs[1] else coalesce(nullif(v_bare, ''), upper(private.clean_text(p_reference))) end;
end
$$;
comment on function private.reference_key(text) is
  'What references that mean one transfer have in common: the only number of twelve digits in it, whatever stands between '
  'and around them (`UTR 4123 4567 8901`, `412345678901 no. 2`); where there is none, the only one that letters which look '
  'like digits make (`4I23456789O1`); else its letters and digits.';

-- The keys of payments that are there already, anew. Of those that turn out to share one, the first approved keeps it.
alter table public.payments disable trigger user;
update public.payments p set shares_reference = true
  from (select id, row_number() over (
          partition by private.reference_key(transaction_id) order by shares_reference is true, reviewed_at, id) as n
        from public.payments where status = 'approved') as a
  where a.id = p.id and a.n > 1 and p.shares_reference is not true;
update public.payments p set transaction_id = p.transaction_id
  where p.reference_key is distinct from private.reference_key(p.transaction_id);
alter table public.payments enable trigger user;
alter table public.refunds disable trigger user;
update public.refunds r set utr = r.utr where r.utr is not null and r.utr_key is distinct from private.reference_key(r.utr);
alter table public.refunds enable trigger user;

-- ---------------------------------------------------------------------------------------------------------------
-- Where a sender writes from

create table private.sender_address (
  one boolean primary key default true check (one),
  header text check (header ~ '^[a-z0-9-]{1,64}$'),
  entry integer not null default -1 check (entry <> 0)
);
comment on table private.sender_address is
  'Which header of a request says where its sender is; no row: what client_address finds right. The operator writes it '
  '(docs/deploy.md). A header that a sender can write themselves makes the limits of a network worthless.';
comment on column private.sender_address.header is 'In small letters; null: none is believed, and networks are not counted.';
comment on column private.sender_address.entry is
  'Which of its entries: 1 is the first, -1 the last, -2 the one before. Every proxy appends one; the sender writes those in front.';
alter table private.sender_address enable row level security;

create or replace function private.client_address() returns text
  language plpgsql stable set search_path = ''
as $$
declare
  v_set private.sender_address;
  v_entries text[];
begin
  select * into v_set from private.sender_address;
  if not found then
    v_set.entry := -1;
    -- PostgREST signs in as authenticator. Before the hosted one stands Cloudflare, which writes this header over a
    -- sender's own; a self-hosted gateway does not, and its operator has to say what it writes. The shop's own server
    -- signs in as the owner, drops all such headers and writes X-Forwarded-For (server/pass-on.ts).
    v_set.header := case session_user when 'authenticator' then 'cf-connecting-ip' else 'x-forwarded-for' end;
  end if;
  v_entries := string_to_array(nullif(current_setting('request.headers', true), '')::jsonb ->> v_set.header, ',');
  return nullif(btrim(v_entries[case when v_set.entry > 0 then v_set.entry else cardinality(v_entries) + 1 + v_set.entry end]), '');
exception when others then
  return null;
end
$$;
comment on function private.client_address() is
  'Address of the caller''s connection, from the header that private.sender_address names, or null. Without such a row: '
  'CF-Connecting-IP behind PostgREST, else the last entry of X-Forwarded-For, which the shop''s own server writes.';

create or replace function public.send_contact_message(p_message jsonb) returns jsonb
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
  -- As in require_text: cleaning reads sign by sign.
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

  -- A mail address is only claimed: whoever is signed in is counted by the account, or a stranger who writes in their
  -- name would leave them without a message of their own.
  v_senders := case when v_user is not null then array['user:' || v_user::text] else
    array_remove(array['address:' || private.client_address(), 'mail:' || v_email, 'strangers'], null) end;
  -- In one order, so that two messages never wait for each other.
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

-- ---------------------------------------------------------------------------------------------------------------
-- Growth

create or replace function private.tidy_sale() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_at_once constant integer := 10000;
  c_kept_days constant integer := 45; -- so that a late credit finds its order
  -- A gate that has not asked for a month downloads the whole list.
  c_names_kept constant interval := interval '30 days';
  c_devices_kept constant interval := interval '365 days';
  c_most_unsubmitted constant integer := 20; -- of one customer, older than a day
begin
  perform private.note_picture(p.screenshot_url, d.digest) from (
    select p.screenshot_url from public.payments p where p.status = 'pending' and p.picture_digest is null) as p,
    lateral (select private.stored_digest(p.screenshot_url) as digest) as d
    where d.digest is not null;

  delete from private.hold_usage u where u.since < now() - interval '2 hours';
  delete from public.seat_claims c using (
    select k.event_id, k.place, k.seat from public.seat_claims k
    where k.state = 'held' and k.expires_at < now() - interval '1 day'
    order by k.event_id, k.place, k.seat limit c_at_once for update skip locked) as gone
    where c.event_id = gone.event_id and c.place = gone.place and c.seat = gone.seat;
  delete from private.orders o using (
    select k.id from (
      select u.id, u.created_at, row_number() over (partition by u.user_id order by u.created_at desc, u.id) as n
      from private.orders u
      where u.submitted_at is null and u.expires_at < now() and u.created_at < now() - interval '1 day') as k
    where (k.created_at < now() - make_interval(days => c_kept_days) or k.n > c_most_unsubmitted)
      and not exists (select from public.seat_claims c where c.order_id = k.id)
    limit c_at_once) as gone
    where o.id = gone.id and o.submitted_at is null
      and not exists (select from public.payments p where p.order_id = o.id);

  -- Read by gate_roster: a list at a gate may have the name as it was, of a ticket or of an order.
  delete from private.name_changes n using (
    select k.user_id from private.name_changes k
    where k.at < now() - c_names_kept
      and not exists (
        select from public.user_tickets t join public.events e on e.id = t.event_id
        where t.user_id = k.user_id and private.gate_closes(e.date) > now() - c_names_kept)
      and not exists (
        select from public.payment_lines l join public.events e on e.id = l.event_id
        where l.user_id = k.user_id and private.gate_closes(e.date) > now() - c_names_kept)
    limit c_at_once for update skip locked) as gone
    where n.user_id = gone.user_id and n.at < now() - c_names_kept;
  -- Read by gate_counters and lose_gate_device. Scans and the history name their device themselves.
  delete from private.gate_devices d using (
    select k.event_id, k.device from private.gate_devices k join public.events e on e.id = k.event_id
    where private.gate_closes(e.date) < now() - c_devices_kept and k.last_sync_at < now() - c_devices_kept
    limit c_at_once for update of k skip locked) as gone
    where d.event_id = gone.event_id and d.device = gone.device;
end
$$;
comment on function private.tidy_sale() is
  'Once a day: held times, and holds that ran out a day ago, are deleted. Orders that nobody submitted stay 45 days, so that '
  'a late credit finds its order; of one customer the newest twenty, and those of the last day. Changed names stay 30 days, '
  'and as long after the gate of their last event closed; devices of a gate a year after it. Pictures that came after '
  'their payment are noted. Security definer: called by the shop''s own server or by pg_cron.';

-- ---------------------------------------------------------------------------------------------------------------
-- Names: without signs that nobody sees

create function private.strip_hidden(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select case when octet_length(p_text) = char_length(p_text) then p_text else (
    -- What is left may be joiners and choosers of a form alone, with nothing between them.
    select case when t.text !~ '[^[:space:]\u200c\u200d\ufe00-\ufe0f]' then '' else t.text end
    from (select regexp_replace(p_text, '[\u0080-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f'
      || '\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      || '\U000e0000-\U000e0fff]', '', 'g') as text) as t) end
$$;
comment on function private.strip_hidden(text) is
  'The text without signs that nobody sees and those that turn a line''s direction: with them two names that look alike are '
  'two. Joiners (U+200C, U+200D), which Indian scripts are written with, stay.';

create or replace function private.require_text(p_value text, p_argument text, p_longest integer) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  v_text text;
begin
  if octet_length(p_value) <= 12 * p_longest + 1024 then
    v_text := private.clean_text(private.strip_hidden(p_value));
  end if;
  if coalesce(v_text, '') = '' or char_length(v_text) > p_longest or v_text ~ '[\x01-\x1f\x7f]' then
    perform private.refuse(400, 'invalid', p_argument,
      format('%s must be text of 1 to %s characters on one line.', p_argument, p_longest));
  end if;
  return v_text;
end
$$;
comment on function private.require_text(text, text, integer) is
  'One cleaned line of 1 to p_longest characters without hidden signs, or PT400 invalid naming p_argument.';

create or replace function private.profile_text(p_profile jsonb, p_key text, p_now text, p_longest integer, p_pattern text)
  returns text language plpgsql immutable set search_path = ''
as $$
declare
  v_text text;
begin
  if not p_profile ? p_key then
    return p_now;
  end if;
  if octet_length(p_profile ->> p_key) <= 12 * p_longest + 1024 then
    v_text := nullif(private.clean_text(private.strip_hidden(p_profile ->> p_key)), '');
  end if;
  if octet_length(p_profile ->> p_key) > 12 * p_longest + 1024 or jsonb_typeof(p_profile -> p_key) not in ('string', 'null')
     or char_length(v_text) > p_longest or v_text ~ '[\x01-\x1f\x7f]' or v_text !~ p_pattern then
    perform private.refuse(400, 'invalid', p_key, format('%s has a form or length it cannot have.', p_key));
  end if;
  return v_text;
end
$$;

-- Sign-up writes a profile by functions that may have another owner (docs/deploy.md): its names are cleaned on their way in.
create function private.clean_new_profile() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if private.strip_hidden(new.name) <> new.name then
    new.name := nullif(private.clean_text(private.strip_hidden(new.name)), '');
  end if;
  if private.strip_hidden(new.location) <> new.location then
    new.location := nullif(private.clean_text(private.strip_hidden(new.location)), '');
  end if;
  return new;
end
$$;
comment on function private.clean_new_profile() is
  'Trigger 20_clean: what somebody typed at sign-up has no hidden signs. Later changes come by save_profile.';
create trigger "20_clean" before insert on public.profiles
  for each row execute function private.clean_new_profile();

create or replace function private.scan_text(p_scan jsonb, p_key text, p_longest integer) returns text
  language sql immutable set search_path = ''
as $$
  select private.strip_hidden(left(
    case jsonb_typeof(p_scan -> p_key) when 'string' then p_scan ->> p_key when 'null' then null else (p_scan -> p_key)::text end, p_longest))
$$;
comment on function private.scan_text(jsonb, text, integer) is
  'What stands under the key, as text, cut to its longest, without hidden signs: the name of a gate is the same in a scan '
  'as in a report.';

-- A file is compared with what is stored, so such a name in it is refused with its path.
create or replace function private.is_line(p_value jsonb, p_longest integer) returns boolean
  language sql immutable set search_path = ''
as $$
  select jsonb_typeof(p_value) is not distinct from 'string'
    and char_length(private.clean_text(p_value #>> '{}')) between 1 and p_longest
    and private.clean_text(p_value #>> '{}') !~ '[\x01-\x1f\x7f]'
    and private.strip_hidden(private.clean_text(p_value #>> '{}')) = private.clean_text(p_value #>> '{}')
$$;
comment on function private.is_line(jsonb, integer) is
  'One line of 1 to p_longest characters after trimming, without hidden signs.';

create or replace function private.check_layout_data(p_data jsonb) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  c_most_sections constant integer := 60;
  c_most_rows constant integer := 702;
  c_most_cells constant integer := 400;
  c_most_seats constant integer := 40000;
  v_section jsonb;
  v_row jsonb;
  v_codes text[] := '{}'::text[];
  v_labels text[];
  v_at text;
  v_seats integer := 0;
  v_numbers jsonb;
  v_bad text;
begin
  if jsonb_typeof(p_data) is distinct from 'object' then
    perform private.refuse(400, 'invalid', 'layout_data', 'layout_data is an object.');
  end if;
  if jsonb_typeof(p_data -> 'stage') is distinct from 'string'
     or char_length(p_data ->> 'stage') not between 1 and 60 then
    perform private.refuse(400, 'invalid', 'layout_data.stage', 'stage is text of 1 to 60 characters.');
  end if;
  if jsonb_typeof(p_data -> 'sections') is distinct from 'array'
     or jsonb_array_length(p_data -> 'sections') not between 1 and c_most_sections then
    perform private.refuse(400, 'invalid', 'layout_data.sections',
      format('sections is a list of 1 to %s sections.', c_most_sections));
  end if;

  for v_section in select value from jsonb_array_elements(p_data -> 'sections') loop
    v_at := format('layout_data.sections[%s]', cardinality(v_codes));
    if jsonb_typeof(v_section) <> 'object'
       or jsonb_typeof(v_section -> 'code') is distinct from 'string'
       or v_section ->> 'code' !~ '^[A-Z0-9]{1,4}$' then
      perform private.refuse(400, 'invalid', v_at || '.code', 'A section code is 1 to 4 of A-Z and 0-9.');
    end if;
    if v_section ->> 'code' = any (v_codes) then
      perform private.refuse(400, 'invalid', v_at || '.code', 'Section codes are different from each other.');
    end if;
    if jsonb_typeof(v_section -> 'name') is distinct from 'string'
       or char_length(v_section ->> 'name') not between 1 and 60
       or v_section ->> 'name' ~ '[\x01-\x1f\x7f]' or private.strip_hidden(v_section ->> 'name') <> v_section ->> 'name' then
      perform private.refuse(400, 'invalid', v_at || '.name',
        'A section name is text of 1 to 60 characters on one line, without signs that nobody sees.');
    end if;
    if jsonb_typeof(v_section -> 'rows') is distinct from 'array'
       or jsonb_array_length(v_section -> 'rows') not between 1 and c_most_rows then
      perform private.refuse(400, 'invalid', v_at || '.rows', format('rows is a list of 1 to %s rows.', c_most_rows));
    end if;
    v_labels := '{}'::text[];

    for v_row in select value from jsonb_array_elements(v_section -> 'rows') loop
      v_bad := format('%s.rows[%s]', v_at, cardinality(v_labels));
      if jsonb_typeof(v_row) <> 'object'
         or jsonb_typeof(v_row -> 'label') is distinct from 'string'
         or v_row ->> 'label' !~ '^[A-Z]{1,2}$' then
        perform private.refuse(400, 'invalid', v_bad || '.label', 'A row label is one or two letters A-Z.');
      end if;
      if v_row ->> 'label' = any (v_labels) then
        perform private.refuse(400, 'invalid', v_bad || '.label', 'Row labels of a section differ from each other.');
      end if;
      if jsonb_typeof(v_row -> 'seats') is distinct from 'array'
         or jsonb_array_length(v_row -> 'seats') not between 1 and c_most_cells then
        perform private.refuse(400, 'invalid', v_bad || '.seats',
          format('seats is a list of 1 to %s seat numbers or nulls.', c_most_cells));
      end if;
      select coalesce(jsonb_agg(value) filter (where jsonb_typeof(value) <> 'null'), '[]') into v_numbers
        from jsonb_array_elements(v_row -> 'seats');
      -- The text of a whole number in jsonb is its digits alone: 1.5, 1.0 and -1 all fail.
      if exists (select from jsonb_array_elements(v_numbers)
                 where jsonb_typeof(value) <> 'number' or value::text !~ '^[1-9][0-9]{0,2}$') then
        perform private.refuse(400, 'invalid', v_bad || '.seats', 'A seat is a whole number from 1 to 999, or null.');
      end if;
      if jsonb_array_length(v_numbers) = 0
         or jsonb_array_length(v_numbers) > (select count(distinct value) from jsonb_array_elements(v_numbers)) then
        perform private.refuse(400, 'invalid', v_bad || '.seats',
          'A row has at least one seat and no number twice.');
      end if;
      if exists (
        select from unnest(array['blocked', 'wheelchair']) as mark
        where v_row ? mark
          and case when jsonb_typeof(v_row -> mark) = 'array' then not v_numbers @> (v_row -> mark) else true end
      ) then
        perform private.refuse(400, 'invalid', v_bad, 'blocked and wheelchair list seat numbers of their row.');
      end if;
      v_seats := v_seats + jsonb_array_length(v_numbers);
      v_labels := v_labels || (v_row ->> 'label');
    end loop;
    v_codes := v_codes || (v_section ->> 'code');
  end loop;

  if v_seats > c_most_seats then
    perform private.refuse(400, 'invalid', 'layout_data', format('A layout has at most %s seats.', c_most_seats));
  end if;
end
$$;

-- ---------------------------------------------------------------------------------------------------------------
-- Grants

create function private.grant_senders_and_signs() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table private.sender_address from public, anon, authenticated;
  revoke all on function private.look_alike_digits(text), private.strip_hidden(text), private.clean_new_profile(),
    private.grant_senders_and_signs()
    from public, anon, authenticated;
  -- Triggers on what admins write directly run as the writer.
  grant execute on function private.strip_hidden(text) to authenticated, service_role;
end
$$;
comment on function private.grant_senders_and_signs() is 'All privileges of this file; can be repeated.';
select private.grant_senders_and_signs();
