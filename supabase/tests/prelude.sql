-- For tests only: test accounts and assertions. A test file is a list of statements; the runner plans, finishes and
-- rolls back.

create schema tap;
create extension pgtap with schema tap;
create schema tests;
grant usage on schema tap, tests to public;
-- What a test file makes for itself is for everyone: the person who acts uses it.
alter default privileges grant execute on functions to public;
alter default privileges grant all on tables to public;

-- A new shop takes no payments.
alter table public.shop_settings disable trigger user;
update public.shop_settings set payee_name = 'Mehfil', upi_id = 'mehfil@okaxis';
alter table public.shop_settings enable trigger user;
-- A new shop charges no tax before it has a GSTIN; the tests' figures are of a shop with 18 % on every price.
alter table public.shop_terms disable trigger user;
update public.shop_terms set gst_by = 'flat';
alter table public.shop_terms enable trigger user;

create table tests.people (email text primary key, id uuid not null);
grant select on tests.people to public;

create function tests.create_user(p_email text, p_name text default null, p_confirmed boolean default true)
  returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
    values (v_id, p_email, jsonb_build_object('name', coalesce(p_name, split_part(p_email, '@', 1))),
      case when p_confirmed then now() end, now(), now());
  insert into tests.people (email, id) values (p_email, v_id)
    on conflict (email) do update set id = excluded.id;
  return v_id;
end
$$;
comment on function tests.create_user(text, text, boolean) is 'An account as the auth service makes it.';

create function tests.create_staff(p_email text, p_role text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := tests.create_user(p_email);
begin
  insert into public.staff (user_id, role) values (v_id, p_role);
  return v_id;
end
$$;
comment on function tests.create_staff(text, text) is 'An account with the role admin or gate.';

create function tests.create_people(variadic p_people text[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  v_person text;
begin
  foreach v_person in array p_people loop
    if v_person like '%: %' then
      perform tests.create_staff(split_part(v_person, ': ', 2), split_part(v_person, ': ', 1));
    else
      perform tests.create_user(coalesce(substring(v_person from '<(.*)>'), v_person), substring(v_person from '^(.*) <'));
    end if;
  end loop;
end
$$;
comment on function tests.create_people(text[]) is
  'Accounts and staff: tests.create_people(''bela@example.in'', ''Asha Menon <asha@example.in>'', ''gate: gate@example.in'').';

create function tests.user_id(p_email text) returns uuid
  language sql stable set search_path = ''
as $$ select p.id from tests.people p where p.email = p_email $$;

create function tests.session_of(p_user_id uuid) returns uuid
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  select s.id into v_id from auth.sessions s where s.user_id = p_user_id limit 1;
  if not found then
    insert into auth.sessions (id, user_id, created_at, updated_at)
      select gen_random_uuid(), u.id, now(), now() from auth.users u
      where u.id = p_user_id and not exists (select from private.closed_accounts a where a.user_id = p_user_id)
      returning id into v_id;
  end if;
  return coalesce(v_id, gen_random_uuid());
end
$$;
comment on function tests.session_of(uuid) is 'The account''s session, made when it has none; an account that is gone or closed gets one that is unknown.';

create function tests.act_as(p_email text) returns void
  language plpgsql volatile
as $$
declare
  v_role text := case when p_email is null then 'anon' else 'authenticated' end;
  v_id uuid := tests.user_id(p_email);
begin
  if p_email = 'owner' then
    perform tests.act_as_owner();
    return;
  elsif p_email is not null and v_id is null then
    raise exception 'tests.act_as: % was not created', p_email;
  end if;
  -- The embedded backend reads the first two, hosted Supabase the third.
  perform set_config('request.jwt.claim.sub', coalesce(v_id::text, ''), true);
  perform set_config('request.jwt.claim.role', v_role, true);
  perform set_config('request.jwt.claims',
    case when v_id is null then json_build_object('role', v_role)
      else json_build_object('sub', v_id, 'role', v_role, 'email', p_email, 'session_id', tests.session_of(v_id)) end::text,
    true);
  perform set_config('role', v_role, true);
end
$$;
comment on function tests.act_as(text) is 'From here on the statements are those of this person; null is a visitor, owner the database owner.';

create function tests.act_as_owner() returns void
  language plpgsql volatile
as $$
begin
  perform set_config('request.jwt.claim.sub', '', true);
  perform set_config('request.jwt.claim.role', '', true);
  perform set_config('request.jwt.claims', '', true);
  perform set_config('role', 'none', true);
end
$$;
comment on function tests.act_as_owner() is 'From here on the statements are the database owner''s: no rule applies.';

create function tests.as_owner(p_sql text) returns void language plpgsql security definer as $$ begin execute p_sql; end $$;
comment on function tests.as_owner(text) is 'The database owner does this; the person who acts stays.';

create function tests.without_triggers(p_sql text) returns void language plpgsql security definer set session_replication_role = replica
as $$ begin execute p_sql; end $$;
comment on function tests.without_triggers(text) is 'The database owner does this, and no trigger and no rule of a reference runs.';

create function tests.refusal(p_sql text) returns jsonb
  language plpgsql volatile
as $$
declare
  v_state text;
  v_message text;
  v_detail text;
begin
  begin
    execute p_sql;
  exception when others then
    get stacked diagnostics
      v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail;
    return jsonb_build_object('state', v_state, 'code', v_message, 'detail', v_detail);
  end;
  return null;
end
$$;
comment on function tests.refusal(text) is
  'How the statement was refused: {state, code, detail}; null when it was not. Without refusal its effect stays.';

create function tests.refuses(p_sql text, p_state text, p_code text, p_description text) returns text
  language plpgsql volatile
as $$
declare
  v_refusal jsonb := tests.refusal(p_sql);
begin
  return tap.is(v_refusal ->> 'state' || ' ' || (v_refusal ->> 'code'), p_state || ' ' || p_code, p_description);
end
$$;
comment on function tests.refuses(text, text, text, text) is
  'Asserts a refusal of ours, e.g. tests.refuses(''select …'', ''PT409'', ''seats_taken'', ''A seat is sold once'').';

create function tests.denies(p_sql text, p_description text) returns text
  language plpgsql volatile
as $$ begin return tap.is(tests.refusal(p_sql) ->> 'state', '42501', p_description); end $$;
comment on function tests.denies(text, text) is 'Asserts that privileges or row security deny the statement.';

create function tests.affects(p_sql text, p_rows bigint, p_description text) returns text
  language plpgsql volatile
as $$
declare
  v_rows bigint;
begin
  execute p_sql;
  get diagnostics v_rows = row_count;
  return tap.is(v_rows, p_rows, p_description);
end
$$;
comment on function tests.affects(text, bigint, text) is 'Asserts on how many rows the statement acts; it stays done.';

-- With a person first they act from here on.
create function tests.does(p_who text, p_sql text) returns void language plpgsql volatile
as $$ begin perform tests.act_as(p_who); execute p_sql; end $$;

create function tests.allows(p_who text, p_sql text, p_description text) returns text language plpgsql volatile
as $$ begin perform tests.act_as(p_who); return tap.lives_ok(p_sql, p_description); end $$;

create function tests.gives(p_who text, p_rows text, p_expected text, p_description text) returns text language plpgsql volatile
as $$ begin perform tests.act_as(p_who); return tap.results_eq(p_rows, p_expected, p_description); end $$;

create function tests.answers(p_who text, p_sql text, p_expected text, p_description text) returns text
  language plpgsql volatile
as $$
declare
  v_line text;
begin
  perform tests.act_as(p_who);
  -- The expected text is read as a value of the answer's type.
  execute format('select tap.is((%s), %L, %L)', p_sql, p_expected, p_description) into v_line;
  return v_line;
end
$$;
comment on function tests.answers(text, text, text, text) is
  'Asserts what the person gets for an expression or a select of one value: tests.answers(''asha@example.in'', ''public.my_waits()'', ''[]'', ''…'').';

create function tests.answers(p_who text, p_sql text, p_expected anyelement, p_description text) returns text
  language sql volatile
as $$ select tests.answers(p_who, p_sql, p_expected::text, p_description) $$;

create function tests.refuses(p_who text, p_sql text, p_state text, p_code text, p_description text) returns text
  language plpgsql volatile
as $$ begin perform tests.act_as(p_who); return tests.refuses(p_sql, p_state, p_code, p_description); end $$;

create function tests.denies(p_who text, p_sql text, p_description text) returns text
  language plpgsql volatile
as $$ begin perform tests.act_as(p_who); return tests.denies(p_sql, p_description); end $$;

create function tests.affects(p_who text, p_sql text, p_rows bigint, p_description text) returns text
  language plpgsql volatile
as $$ begin perform tests.act_as(p_who); return tests.affects(p_sql, p_rows, p_description); end $$;

create function tests.sees_none(p_who text, p_sql text, p_description text) returns text
  language plpgsql volatile
as $$ begin perform tests.act_as(p_who); return tap.is_empty(p_sql, p_description); end $$;

grant execute on all functions in schema tap to public;

create function tests.create_event(p_city text, p_date timestamptz default now() + interval '30 days', p_singer text default 'Asha Rao')
  returns uuid language plpgsql security definer set search_path = ''
as $$
declare
  v_singer uuid;
  v_event uuid;
begin
  select s.id into v_singer from public.singers s where s.name = p_singer;
  if not found then
    insert into public.singers (name) values (p_singer) returning id into v_singer;
  end if;
  insert into public.events (singer_id, city, venue, date) values (v_singer, p_city, 'Hall', p_date) returning id into v_event;
  return v_event;
end
$$;
comment on function tests.create_event(text, timestamptz, text) is 'An event on sale; a city names it in a test file.';

create function tests.event_id(p_city text) returns uuid
  language sql stable security definer set search_path = ''
as $$ select e.id from public.events e where e.city = p_city $$;

create function tests.create_category(p_city text, p_name text, p_price numeric default 1500, p_total integer default 100)
  returns uuid language sql security definer set search_path = ''
as $$
  insert into public.ticket_categories (event_id, name, price, total_tickets)
  values (tests.event_id(p_city), p_name, p_price, p_total) returning id
$$;
comment on function tests.create_category(text, text, numeric, integer) is 'A category of the event in that city; its name is unique in a test file.';

create function tests.create_categories(p_city text, variadic p_categories text[]) returns void
  language sql security definer set search_path = ''
as $$
  select tests.create_category(p_city, m[1], m[2]::numeric, m[3]::integer)
  from unnest(p_categories) with ordinality as x (c, n), regexp_match(c, '^(.*) ([0-9.]+) x([0-9]+)$') as m order by n
$$;
comment on function tests.create_categories(text, text[]) is 'Categories with price and places: tests.create_categories(''Pune'', ''Gold 1500 x40'').';

create function tests.create_concert(p_city text, p_date timestamptz, variadic p_categories text[]) returns void
  language sql security definer set search_path = ''
as $$
  select tests.create_event(p_city, p_date);
  select tests.create_categories(p_city, variadic p_categories)
$$;
comment on function tests.create_concert(text, timestamptz, text[]) is 'An event on sale and its categories.';

create function tests.create_concert(p_city text, variadic p_categories text[]) returns void
  language sql security definer set search_path = ''
as $$ select tests.create_concert(p_city, now() + interval '30 days', variadic p_categories) $$;

create function tests.category_id(p_name text) returns uuid
  language sql stable security definer set search_path = ''
as $$ select c.id from public.ticket_categories c where c.name = p_name $$;

create function tests.order_id(p_name text) returns uuid
  language sql immutable set search_path = ''
as $$ select overlay(overlay(md5(p_name) placing '4' from 13) placing '8' from 17)::uuid $$;
comment on function tests.order_id(text) is 'The version-4 uuid that identifies this order in a test.';

create function tests.order_code(p_name text) returns text
  language sql immutable security definer set search_path = ''
as $$ select private.order_code(tests.order_id(p_name)) $$;

create function tests.lines(variadic p_lines text[]) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('ticket_category_id', tests.category_id(split_part(l, ':', 1)))
    || case when split_part(l, ':', 2) ~ '^x[0-9]+$' then jsonb_build_object('count', substr(split_part(l, ':', 2), 2)::integer)
      else jsonb_build_object('seats', to_jsonb(string_to_array(split_part(l, ':', 2), ','))) end order by n)
  from unnest(p_lines) with ordinality as x (l, n)
$$;
comment on function tests.lines(text[]) is 'p_lines of tests.lines(''Gold:A1,A2'', ''Silver:B1''); ''Floor:x3'' are three standing places.';

create function tests.hold(p_order text, variadic p_lines text[]) returns jsonb
  language sql volatile set search_path = ''
as $$ select public.hold_seats(tests.order_id(p_order), tests.lines(variadic p_lines)) $$;
comment on function tests.hold(text, text[]) is 'Holds: tests.hold(''order'', ''Gold:A1,A2'').';

create function tests.hold_as(p_who text, p_order text, variadic p_lines text[]) returns jsonb
  language plpgsql volatile
as $$ begin perform tests.act_as(p_who); return tests.hold(p_order, variadic p_lines); end $$;

create function tests.store_picture(p_path text, p_tag text default null) returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into storage.objects (bucket_id, name, metadata)
    select 'payments', p_path, jsonb_build_object('eTag', p_tag)
    where not exists (select from storage.objects o where o.bucket_id = 'payments' and o.name = p_path)
$$;
comment on function tests.store_picture(text, text) is 'The picture at that path is stored; the tag is what storage says of its bytes.';

create function tests.submit_bare(p_order text, p_reference text, p_amount numeric, variadic p_lines text[]) returns jsonb
  language sql volatile set search_path = ''
as $$
  select public.submit_payment(tests.order_id(p_order), p_reference, p_amount,
    private.uid() || '/1764000000000-' || tests.order_id(p_order) || '.png', tests.lines(variadic p_lines),
    encode(sha256(convert_to(p_order, 'UTF8')), 'hex'))
$$;
comment on function tests.submit_bare(text, text, numeric, text[]) is 'Submits before the picture is stored.';

create function tests.submit(p_order text, p_reference text, p_amount numeric, variadic p_lines text[]) returns jsonb
  language sql volatile set search_path = ''
as $$
  select tests.store_picture(private.uid() || '/1764000000000-' || tests.order_id(p_order) || '.png');
  select tests.submit_bare(p_order, p_reference, p_amount, variadic p_lines)
$$;
comment on function tests.submit(text, text, numeric, text[]) is
  'Submits with a picture of its own: tests.submit(''order'', ''412345678901'', 3600, ''Gold:A1,A2'').';

create function tests.submit_as(p_who text, p_order text, p_reference text, p_amount numeric, variadic p_lines text[]) returns jsonb
  language plpgsql volatile
as $$ begin perform tests.act_as(p_who); return tests.submit(p_order, p_reference, p_amount, variadic p_lines); end $$;

create function tests.payment_id(p_order text) returns uuid
  language sql stable security definer set search_path = ''
as $$ select p.id from public.payments p where p.order_id = tests.order_id(p_order) $$;

create function tests.approve(p_order text) returns void
  language plpgsql volatile
as $$
begin
  perform tests.act_as('admin@example.in');
  perform public.review_payment(tests.payment_id(p_order), 'approved');
end
$$;
comment on function tests.approve(text) is 'admin@example.in approves the order''s payment and acts from here on.';

create function tests.claims(p_category text) returns text
  language sql stable security definer set search_path = ''
as $$
  select coalesce(string_agg(c.seat || ' ' || case when c.source = 'box_office' then 'box office'
      when c.state = 'held' and c.expires_at <= now() then 'expired' else c.state end, ', '
    order by private.seat_order(c.seat) collate "C"), '')
  from public.seat_claims c where c.ticket_category_id = tests.category_id(p_category)
$$;
comment on function tests.claims(text) is 'Every claim of the category: ''A1 held, A2 sold''.';

create function tests.wrong_codes() returns bigint
  language sql stable security definer set search_path = ''
as $$
  select count(*) from public.passes p join public.user_tickets t on t.id = p.ticket_id
  join private.event_keys k on k.event_id = t.event_id and k.key_number = p.key_number
  where p.holder_id is not null and p.signature <> encode(private.ed25519_sign(k.secret, k.public_key,
    private.issued_bytes(t.id, p.holder_id, t.event_id, t.is_test, p.key_number, p.number, p.issue, p.seat, p.device_key)), 'hex')
$$;
comment on function tests.wrong_codes() is 'How many passes have a code that their event''s key did not sign for their holder.';

create function tests.expire(p_order text) returns void
  language sql volatile security definer set search_path = ''
as $$
  update public.seat_claims c set expires_at = now() - interval '1 second'
    where c.order_id = tests.order_id(p_order) and c.state = 'held';
  update private.orders o set expires_at = now() - interval '1 second' where o.id = tests.order_id(p_order);
$$;
comment on function tests.expire(text) is 'The order''s hold has just run out.';

create function tests.status_of(p_order text) returns text language sql security definer as $$
  select p.status from public.payments p where p.order_id = tests.order_id(p_order) $$;

create function tests.warnings(p_order text) returns text language sql security definer as $$
  select coalesce(string_agg(w ->> 'code', ' ' order by n), '')
  from private.payment_warnings l, jsonb_array_elements(l.warnings) with ordinality as x (w, n)
  where l.payment_id = tests.payment_id(p_order) $$;
comment on function tests.warnings(text) is 'The codes of what staff are warned of before they decide.';

create function tests.credit(p_utr text, p_amount numeric) returns jsonb language sql as $$
  select jsonb_build_object('booked_on', '2026-11-05', 'amount', p_amount, 'narration', 'UPI/' || p_utr, 'utrs', jsonb_build_array(p_utr),
    'balance', null, 'occurrence', 1) $$;
comment on function tests.credit(text, numeric) is 'A row of a bank statement.';

create function tests.settle(p_answer jsonb) returns jsonb language sql as $$ select public.settle_credit((p_answer ->> 'credit_id')::uuid) $$;
comment on function tests.settle(jsonb) is 'Settles the credit of a proof that was taken.';

create function tests.device(p_name text) returns text language sql as $$ select encode(sha256(convert_to(p_name, 'UTF8')), 'hex') $$;
