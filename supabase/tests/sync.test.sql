-- Before a sync: how far a device may read, whether it knows the history, whether its wallet changed.

select tests.create_staff('admin@example.in', 'admin'), tests.create_user('asha@example.in'), tests.create_user('bina@example.in');
select tests.create_event('Pune'), tests.create_category('Pune', 'Gold', 1500, 20);
create temp table seen (name text, mark text);

select ok((public.sync_point() ->> 'until')::timestamptz between now() and clock_timestamp(), 'Without other writers until is now');
select is(public.sync_point() ->> 'known', null, 'Without a mark known is null');
insert into seen select 'first', public.sync_point() ->> 'mark';
select matches(mark, '^[0-9]{16}[.][0-9a-f]{32}$', 'A mark is an instant and a digest') from seen;
select is(public.sync_point() ->> 'mark', mark, 'and stays the same without changes') from seen;
select tests.create_event('Goa');
select isnt(public.sync_point() ->> 'mark', mark, 'A change moves it') from seen;
select is(public.sync_point(mark) ->> 'known', 'true', 'an earlier mark stays known') from seen;
insert into seen select 'later', public.sync_point() ->> 'mark';
-- An earlier copy of the database: written around the trigger that protects the history.
alter table public.audit_log disable trigger kept;
create temp table backup as select max(at) as at from public.audit_log;
select tests.create_event('Delhi');
insert into seen select 'lost', public.sync_point() ->> 'mark';
delete from public.audit_log a using backup b where a.at > b.at;
select is(public.sync_point(mark) ->> 'known', (name <> 'lost')::text, 'After a restore: ' || name) from seen;
select tests.create_event('Agra');
select is(public.sync_point(mark) ->> 'known', (name <> 'lost')::text, 'and after new changes: ' || name) from seen;
-- A line in the middle, of a transaction that the backup lacks.
delete from public.audit_log a where a.id = (select min(id) from public.audit_log where "table" = 'events');
select is(public.sync_point(mark) ->> 'known', 'false', 'A history with a missing line is unknown') from seen where name = 'later';
select is(public.sync_point(bad) ->> 'known', 'false', 'Unknown: ' || bad)
  from unnest(array['', 'rubbish', '1.' || repeat('0', 32), '9999999999999999.' || repeat('0', 32), repeat('9', 17) || '.' || repeat('0', 32)]) bad;

-- The catalogue in one answer.
create function pg_temp.ids(p_answer jsonb, p_table text) returns text language sql as $$
  select string_agg(coalesce(e.city, c.name), ', ' order by coalesce(e.city, c.name))
  from jsonb_array_elements(p_answer -> p_table) r
  left join public.events e on e.id = (r ->> 'id')::uuid
  left join public.ticket_categories c on c.id = (r ->> 'id')::uuid $$;
select tests.create_event('Kochi'), tests.create_category('Kochi', 'Balcony', 700, 20);
select tests.as_owner($$update public.events set date = now() - interval '90 days' where city = 'Kochi'$$);
select tests.as_owner($$update public.events set published_at = null where city = 'Agra'$$);
select tests.act_as(null);
create temp table catalogue as select public.read_catalogue(null, null, now() - interval '30 days') as a, clock_timestamp() as at;
select is(pg_temp.ids(a, 'events') || ': ' || pg_temp.ids(a, 'ticket_categories'), 'Delhi, Goa, Pune: Gold',
  'Everything that is on sale: no draft, nothing that is long over, and none of its categories') from catalogue;
select is(a ->> 'whole', 'true', 'is whole') from catalogue;
select tests.as_owner($$delete from public.events where city = 'Goa'$$);
select tests.as_owner($$update public.events set date = now() + interval '9 days' where city = 'Kochi'$$);
create temp table changes as select public.read_catalogue(c.a ->> 'mark', c.at) as a from catalogue c;
select is(pg_temp.ids(a, 'events') || ': ' || pg_temp.ids(a, 'ticket_categories'), 'Kochi: Balcony',
  'Later what changed: an event that came back brings its categories') from changes;
select is(a ->> 'whole', 'false', 'is no whole') from changes;
select is(a -> 'deleted' -> 0 ->> 'table', 'events', 'and says what went') from changes;
create function pg_temp.queued(p_answer jsonb) returns text language sql as $$
  select string_agg(r ->> 'city', ', ' order by r ->> 'city') from jsonb_array_elements(p_answer -> 'events') r where (r -> 'has_queue')::boolean $$;
select is(pg_temp.queued(a), null, 'An event says that it has no queue') from changes;
create temp table before_queue as select public.read_catalogue() as a, clock_timestamp() as at;
select tests.as_owner($$insert into public.event_queues (event_id, joins_from, opens_at, rate, seed_hash, created_at)
  select e.id, now(), now() + interval '1 hour', 10, 'x', clock_timestamp() from public.events e where e.city = 'Kochi'$$);
select is(pg_temp.queued(public.read_catalogue(a ->> 'mark', at)), 'Kochi', 'A new queue is a change of its event') from before_queue;
select tests.as_owner($$update public.event_queues set ended_at = clock_timestamp()$$);
select is(pg_temp.ids(public.read_catalogue(a ->> 'mark', at), 'events') || coalesce(pg_temp.queued(public.read_catalogue(a ->> 'mark', at)), ': none'),
  'Kochi: none', 'and so is its end') from before_queue;
select is(public.read_catalogue('1.' || repeat('0', 32), now()) ->> 'whole', 'true', 'A device that knows another history gets everything');
select tests.allows(null, $$select public.read_catalogue()$$, 'A visitor reads it');

select tests.act_as('asha@example.in');
create function pg_temp.moves(p_what text) returns text language plpgsql as $$
declare
  v_before text := (select mark from seen where name = 'wallet');
  v_now text := public.my_wallet_mark();
begin
  delete from seen where name = 'wallet';
  insert into seen values ('wallet', v_now);
  return tap.isnt(v_now, v_before, p_what);
end
$$;

select pg_temp.moves('There is one');
select is(public.my_wallet_mark(), mark, 'The same without changes') from seen where name = 'wallet';
select is(public.my_wallet(mark), jsonb_build_object('digest', mark), 'Then a wallet is its digest') from seen where name = 'wallet';
select public.save_profile('{"name": "Asha Rao"}');
select pg_temp.moves('The profile');
select tests.submit('one', '412345678901', 1800, 'Gold:A1');
select pg_temp.moves('A payment');
select tests.submit_as('bina@example.in', 'other', '412345678902', 1800, 'Gold:B1');
select tests.act_as('asha@example.in');
select is(public.my_wallet_mark(), mark, 'Another customer''s payment does not change it') from seen where name = 'wallet';
select tests.submit('two', '412345678903', 1800, 'Gold:C1');
select pg_temp.moves('Another payment');
select tests.as_owner($$delete from public.seat_claims where payment_id = tests.payment_id('two')$$);
select pg_temp.moves('Seats that were lost');
select tests.approve('one');
select tests.act_as('asha@example.in');
select pg_temp.moves('A decision and its ticket');
select tests.does('admin@example.in', $$select public.move_event(tests.event_id('Pune'), now() + interval '40 days')$$);
select tests.act_as('asha@example.in');
select pg_temp.moves('A concert that was moved');
select public.save_profile('{"refund_upi_id": "asha@okaxis"}');
select pg_temp.moves('Where refunds go');
select public.request_refund(t.id) from public.user_tickets t;
select pg_temp.moves('A refund');
select tests.as_owner($$insert into public.staff (user_id, role) values (tests.user_id('asha@example.in'), 'gate')$$);
select pg_temp.moves('A role');
select tests.answers('admin@example.in', $$jsonb_array_length(public.my_wallet() -> 'payments') + jsonb_array_length(public.my_wallet() -> 'tickets')$$, 0,
  'An admin''s wallet has the admin''s own rows');
select tests.answers('asha@example.in', $$jsonb_array_length(public.my_wallet() -> 'payments')$$, 2, 'and a customer''s all of theirs');
select tests.act_as('bina@example.in');
select isnt(public.my_wallet_mark(), mark, 'Every account has its own mark') from seen where name = 'wallet';

select tests.does('owner', $$insert into tests.people (email, id) values ('lost@example.in', gen_random_uuid())$$);
select tests.refuses('lost@example.in', $$select tests.submit('lost', '412345678909', 1800, 'Gold:D1')$$, 'PT401', 'not_signed_in',
  'A token whose account a restored backup lacks submits nothing');
select is_empty($$select 1 from public.payments where order_id = tests.order_id('lost')$$, 'and leaves no payment without an owner');
select tests.answers('bina@example.in', $$public.account_exists(tests.user_id('asha@example.in'))$$, true, 'An account');
select is(public.account_exists(gen_random_uuid()), false, 'An id that a restored shop lacks is no account');
select is(public.account_exists(null), false, 'No id');
select tests.allows(null, $$select public.sync_point()$$, 'A visitor gets a sync point');
select tests.denies($$select public.my_wallet_mark()$$, 'and has no wallet');
select tests.denies($$select public.account_exists(gen_random_uuid())$$, 'nor asks for accounts');
select tests.denies($$select private.settled_until()$$, 'The private functions are not for visitors');
select tests.denies($$select private.history_mark(now())$$, 'nor is the log');
