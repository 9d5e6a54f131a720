-- What every noun uses: text, locks, deleted rows, audit, and no default privileges.

select is(private.clean_text(E'  \u00a0 Arijit\u2003 '), 'Arijit', 'Text is trimmed of every kind of white space');
select is(private.clean_text(E'e\u0301'), 'é', 'Text is stored in normal form C');
select is(private.fold_text(' ÉTOILE '), 'étoile', 'Names are compared without case, accented letters included');
select is(private.fold_text('शंकर'), 'शंकर', 'Scripts without case stay as they are');
select refuses($$ select private.require_text(E'two\nlines', 'name', 20) $$, 'PT400', 'invalid', 'A name is one line');
select refuses($$ select private.require_text(repeat('x', 21), 'name', 20) $$, 'PT400', 'invalid', 'A name has a maximum length');
select refuses($$ select private.require_text(E' \u200b ', 'name', 20) $$, 'PT400', 'invalid', 'White space alone is no name');
select is(private.require_text(repeat('ä', 20), 'name', 20), repeat('ä', 20), 'Length is counted in characters');
select is(private.require_text(repeat(U&'a\0308', 20), 'name', 20), repeat('ä', 20), 'in normal form');
select refuses($$ select private.require_text(repeat(' ', 2000) || 'x', 'name', 20) $$, 'PT400', 'invalid', 'Text with too much white space is refused without cleaning');
select refuses($$ select private.profile_text(jsonb_build_object('name', repeat(' ', 3000) || 'x'), 'name', '', 120, '') $$, 'PT400', 'invalid', 'in a profile as well');
select is(private.normal_reference(repeat(' ', 3000) || 'REF 1'), '', 'and in a reference, which becomes empty');
select set_eq($$
  select r.rolname::text, c.line from pg_db_role_setting s join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) as c (line)
  where c.line like 'statement_timeout=%'
$$, $$ values ('anon', 'statement_timeout=3s'), ('authenticated', 'statement_timeout=8s') $$, 'Statements of the API have a timeout, shorter for visitors');

select is_empty($$
  select p.oid::regprocedure::text
  from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)
$$, 'No function is executable by PUBLIC: each is granted by name');
select is_empty($$
  select c.oid::regclass::text from pg_class c
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
    and not c.relrowsecurity
$$, 'Every table has row security, those of the private schema too');
select is_empty($$
  with recursive functions as (
    select format('%s.%s', p.pronamespace::regnamespace, p.proname) as name, cardinality(string_to_array(p.prosrc, e'\n')) as lines,
      array(select m[1] from regexp_matches(p.prosrc, '\m((?:public|private)[.]\w+)[(]', 'g') as m) as calls
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  ), way (name) as (
    select ('public.' || w) collate "C" from unnest(array['hold_seats', 'submit_payment', 'take_free_order', 'take_proof', 'settle_credit',
      'review_payment', 'review_payments', 'reject_payments', 'reassign_seats', 'sell_at_door', 'mark_refunded', 'request_refund', 'claim_refund',
      'import_bank_rows', 'take_back_bank_import', 'match_bank_rows', 'give_credit', 'share_credit', 'return_credit', 'proof_state',
      'make_payout', 'mark_payout_sent', 'cancel_payout']) as w
    union select c from way join functions f on f.name = way.name, unnest(f.calls) as c
  )
  select f.name, f.lines from functions f join way on f.name = way.name
  where f.lines > case when f.name in ('public.hold_seats', 'public.submit_payment') then 45 else 60 end
$$, 'What a sale and its money call on their way has at most 60 lines, hold_seats and submit_payment 45');
select is_empty($$
  select p.oid::regprocedure::text from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosecdef
    and not coalesce(p.proconfig, '{}') @> array['search_path=""']
$$, 'Every security definer function has an empty search path');
select is_empty($$
  select p.oid::regprocedure::text from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosecdef
    and coalesce(obj_description(p.oid, 'pg_proc'), '') !~* 'security definer'
$$, 'Every security definer function has its reason in its comment');
select is_empty($$
  select c.oid::regclass::text from pg_class c
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'v'
    and not coalesce(c.reloptions, '{}') @> array['security_invoker=true']
$$, 'Every view is a security invoker');
select is_empty($$
  select polname || ' on ' || polrelid::regclass::text from pg_policy
  where polrelid::regclass::text !~ '^(auth|storage)[.]' and (polcmd = '*' or polroles = '{0}')
$$, 'Every policy is for one command and for named roles');
select is_empty($$
  select conrelid::regclass::text || '.' || conname from pg_constraint k
  where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
    and not exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indpred is null and i.indkey[0] = any (k.conkey))
$$, 'Every foreign key is indexed');
select is_empty($$
  select t from unnest(array['singers', 'events', 'ticket_categories', 'seating_layouts', 'ticket_category_layouts',
    'shop_settings']) as t
  where not exists (
    select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = ('public.' || t)::regclass and a.attname = 'updated_at')
$$, 'Every synced table has an index for what changed since a time');
select is_empty($$
  select t || ' ' || p from unnest(array['private.limits', 'private.contact_senders']) as t,
    unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as p
  where has_table_privilege('anon', t, p) or has_table_privilege('authenticated', t, p)
$$, 'No API role reads or writes the counters of limits');

select create_people('admin: admin@mehfil.example', 'asha@mehfil.example');
select tests.does('admin@mehfil.example', $$insert into singers (id, name) values ('11111111-1111-4111-8111-111111111111', 'Meera')$$);
update singers set name = 'Meera Rao' where id = '11111111-1111-4111-8111-111111111111';
update singers set name = 'Meera Rao' where id = '11111111-1111-4111-8111-111111111111';
insert into events (singer_id, city, venue, date) values ('11111111-1111-4111-8111-111111111111', 'Pune', 'Hall', now());
delete from singers where id = '11111111-1111-4111-8111-111111111111';

select results_eq(
  $$ select action, before ->> 'name', after ->> 'name' from audit_log
     where "table" = 'singers' and row_id = '11111111-1111-4111-8111-111111111111' order by id $$,
  $$ values ('insert', null, 'Meera'), ('update', 'Meera', 'Meera Rao'), ('delete', 'Meera Rao', null) $$,
  'The audit log has before and after; an edit without a change adds no line');
select is_empty(
  $$ select id from audit_log where "table" = 'singers' and actor is distinct from user_id('admin@mehfil.example') $$,
  'The audit log has the actor');
select act_as(null);
select isnt_empty(
  $$ select at from deleted_rows where "table" = 'singers' and id = '11111111-1111-4111-8111-111111111111' $$,
  'Everyone reads deleted rows');
select denies($$ select * from audit_log $$, 'Visitors do not read the audit log');
select sees_none('asha@mehfil.example', $$ select * from audit_log $$, 'Customers see nothing in the audit log');
select denies($$ insert into audit_log (action, "table", row_id) values ('x', 'y', 'z') $$, 'Customers write no audit line');
select denies($$ insert into deleted_rows ("table", id) values ('events', gen_random_uuid()) $$,
  'Customers cannot make a row look deleted');
select denies('admin@mehfil.example', $$ update audit_log set action = 'nothing' $$, 'Not even admins rewrite the audit log');
select denies($$ delete from audit_log $$, 'Not even admins clear the audit log');
insert into singers (id, name) values ('11111111-1111-4111-8111-111111111111', 'Meera');
select is_empty(
  $$ select at from deleted_rows where "table" = 'singers' and id = '11111111-1111-4111-8111-111111111111' $$,
  'A row that returns under its old id is no longer deleted');

-- Row security holds even after the embedded backend has granted everything
select act_as_owner();
grant all on all tables in schema public to anon, authenticated;
select denies('asha@mehfil.example', $$ insert into audit_log (action, "table", row_id) values ('x', 'y', 'z') $$,
  'With every grant in place customers still write no audit line');
select denies($$ insert into staff (user_id, role) values (user_id('asha@mehfil.example'), 'admin') $$,
  'With every grant in place customers do not make themselves admin');
select denies($$ insert into deleted_rows ("table", id) values ('events', gen_random_uuid()) $$,
  'With every grant in place customers do not make a row look deleted');
select affects($$ update singers set name = 'Hacked' $$, 0, 'With every grant in place customers change no singer');
select affects($$ delete from singers $$, 0, 'With every grant in place customers delete no singer');
select affects($$ update profiles set email = 'other@mehfil.example' $$, 0,
  'With every grant in place customers do not edit a profile directly');
select affects($$ update shop_settings set upi_id = 'thief@upi' $$, 0,
  'With every grant in place customers do not change where money goes');
