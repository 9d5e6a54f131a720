-- What devices ask before they sync: how far they may read, whether the history is theirs, whether a wallet changed.

select tests.create_staff('admin@example.in', 'admin'), tests.create_user('asha@example.in'), tests.create_user('bina@example.in');
select tests.create_event('Pune'), tests.create_category('Pune', 'Gold', 1500, 20);
create temp table seen (name text, mark text);
grant select, insert, delete on seen to public;

-- The history
select ok((public.sync_point() ->> 'until')::timestamptz between now() and clock_timestamp(), 'Nobody else writes: until now');
select is(public.sync_point() ->> 'known', null, 'Who names no mark is not told whether it is known');
insert into seen select 'first', public.sync_point() ->> 'mark';
select matches(mark, '^[0-9]{16}[.][0-9a-f]{32}$', 'A mark is an instant and a digest') from seen;
select is(public.sync_point() ->> 'mark', mark, 'and stays while nothing happens') from seen;
select tests.create_event('Goa');
select isnt(public.sync_point() ->> 'mark', mark, 'A change moves it') from seen;
select is(public.sync_point(mark) ->> 'known', 'true', 'an earlier one stays known') from seen;
insert into seen select 'later', public.sync_point() ->> 'mark';
-- A copy of the database of earlier: what no statement may do to the history.
alter table public.audit_log disable trigger kept;
create temp table backup as select max(at) as at from public.audit_log;
select tests.create_event('Delhi');
insert into seen select 'lost', public.sync_point() ->> 'mark';
-- As a restored backup leaves it, and then goes on.
delete from public.audit_log a using backup b where a.at > b.at;
select is(public.sync_point(mark) ->> 'known', (name <> 'lost')::text, 'After a restore: ' || name) from seen;
select tests.create_event('Agra');
select is(public.sync_point(mark) ->> 'known', (name <> 'lost')::text, 'and after new changes: ' || name) from seen;
-- A line in the middle, of a transaction that the backup does not have.
delete from public.audit_log a where a.id = (select min(id) from public.audit_log where "table" = 'events');
select is(public.sync_point(mark) ->> 'known', 'false', 'A history with a line missing is another one') from seen where name = 'later';
select is(public.sync_point(bad) ->> 'known', 'false', 'Unknown: ' || bad)
  from unnest(array['', 'rubbish', '1.' || repeat('0', 32), '9999999999999999.' || repeat('0', 32), repeat('9', 17) || '.' || repeat('0', 32)]) bad;

-- The wallet
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
grant execute on function pg_temp.moves(text) to public;

select pg_temp.moves('There is one');
select is(public.my_wallet_mark(), mark, 'The same while nothing happens') from seen where name = 'wallet';
select public.save_profile('{"name": "Asha Rao"}');
select pg_temp.moves('The profile');
select tests.submit('one', '412345678901', 1800, 'Gold:A1');
select pg_temp.moves('A payment');
select tests.act_as('bina@example.in');
select tests.submit('other', '412345678902', 1800, 'Gold:B1');
select tests.act_as('asha@example.in');
select is(public.my_wallet_mark(), mark, 'Not another''s payment') from seen where name = 'wallet';
select tests.submit('two', '412345678903', 1800, 'Gold:C1');
select pg_temp.moves('Another payment');
select tests.act_as_owner();
delete from public.seat_claims where payment_id = tests.payment_id('two');
select tests.act_as('asha@example.in');
select pg_temp.moves('Seats that were lost');
select tests.act_as('admin@example.in');
select public.review_payment(tests.payment_id('one'), 'approved');
select tests.act_as('asha@example.in');
select pg_temp.moves('A decision and its ticket');
select tests.act_as('admin@example.in');
select public.move_event(tests.event_id('Pune'), now() + interval '40 days');
select tests.act_as('asha@example.in');
select pg_temp.moves('A concert that was moved');
select public.save_profile('{"refund_upi_id": "asha@okaxis"}');
select pg_temp.moves('Where refunds go');
select public.request_refund(t.id) from public.user_tickets t;
select pg_temp.moves('A refund');
select tests.act_as_owner();
insert into public.staff (user_id, role) values (tests.user_id('asha@example.in'), 'gate');
select tests.act_as('asha@example.in');
select pg_temp.moves('A role');
select tests.act_as('bina@example.in');
select isnt(public.my_wallet_mark(), mark, 'Everybody has one of their own') from seen where name = 'wallet';

-- Accounts, and who may ask
select tests.act_as_owner();
insert into tests.people (email, id) values ('lost@example.in', gen_random_uuid());
select tests.act_as('lost@example.in');
select tests.refuses($$select tests.submit('lost', '412345678909', 1800, 'Gold:D1')$$, 'PT401', 'not_signed_in',
  'A token whose account a restored backup does not have pays for nobody');
select is_empty($$select 1 from public.payments where order_id = tests.order_id('lost')$$, 'and leaves no payment that nobody could see');
select tests.act_as('bina@example.in');
select is(public.account_exists(tests.user_id('asha@example.in')), true, 'An account');
select is(public.account_exists(gen_random_uuid()), false, 'An id that a restored shop does not know');
select is(public.account_exists(null), false, 'No id');
select tests.act_as(null);
select lives_ok($$select public.sync_point()$$, 'A visitor syncs the catalogue');
select tests.denies($$select public.my_wallet_mark()$$, 'and has no wallet');
select tests.denies($$select public.account_exists(gen_random_uuid())$$, 'nor asks for accounts');
select tests.denies($$select private.settled_until()$$, 'What stands behind it is not for visitors');
select tests.denies($$select private.history_mark(now())$$, 'nor is the log');
