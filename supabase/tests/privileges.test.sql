-- Who may write which table, read from the policies, so that a new table must be listed here.

create temp table rules (tbl text primary key, writers text);
insert into rules values
  ('singers', 'insert update delete'), ('events', 'insert update delete'), ('ticket_categories', 'insert update delete'),
  ('seating_layouts', 'insert update delete'), ('ticket_category_layouts', 'insert update delete'),
  ('discount_codes', 'insert update delete'),
  ('shop_settings', 'update'), ('shop_terms', ''), ('tax_rules', ''), ('contact_messages', 'update'),
  -- written by functions and triggers only, not even by staff
  ('profiles', ''), ('staff', ''), ('deleted_rows', ''), ('audit_log', ''), ('seat_claims', ''), ('payments', ''), ('papers', ''), ('ledger', ''), ('settlements', ''), ('closed_months', ''), ('irns', ''), ('refund_shares', ''),
  ('payment_lines', ''),
  ('payment_flags', ''), ('outgoing_mail', ''), ('announcements', ''), ('notices', ''), ('user_tickets', ''), ('passes', ''), ('pass_transfers', ''), ('pass_rules', ''), ('waits', ''), ('offers', ''), ('returns', ''), ('event_queues', ''), ('refunds', ''), ('credits', ''), ('credit_proofs', ''), ('bank_debits', ''), ('proof_rules', 'update'), ('staff_events', ''), ('staff_invitations', ''),
  ('tills', ''), ('till_moves', ''), ('payouts', ''), ('payout_lines', ''), ('guest_tickets', ''), ('ticket_scans', '');

select results_eq(
  $$ select c.relname::text collate "C" from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1 $$,
  $$ select tbl collate "C" from rules order by 1 $$, 'Every table has its rule here');
select is(
  coalesce((select string_agg(distinct case p.polcmd when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' end, ' ')
    from pg_policy p where p.polrelid = ('public.' || tbl)::regclass and p.polcmd <> 'r'), ''),
  (select coalesce(string_agg(w, ' ' order by w), '') from unnest(string_to_array(writers, ' ')) w),
  'Directly on ' || tbl || ': ' || coalesce(nullif(writers, ''), 'nothing is written')) from rules;
select is_empty($$
  select p.polname from pg_policy p join rules r on p.polrelid = ('public.' || r.tbl)::regclass
  where p.polcmd <> 'r' and pg_get_expr(coalesce(p.polqual, p.polwithcheck), p.polrelid) !~ 'is_admin|private\.may\('
$$, 'Only staff write directly');
select is_empty($$
  select tbl || ' ' || privilege from rules, unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES']) privilege
  where has_table_privilege('anon', 'public.' || tbl, privilege) or has_any_column_privilege('anon', 'public.' || tbl,
    case when privilege in ('INSERT', 'UPDATE', 'REFERENCES') then privilege else 'SELECT' end)
    and privilege in ('INSERT', 'UPDATE', 'REFERENCES')
$$, 'Visitors hold no privilege to write any table');
select is_empty($$
  select tbl || ' ' || privilege from rules, unnest(array['TRUNCATE', 'TRIGGER', 'REFERENCES']) privilege
  where has_table_privilege('authenticated', 'public.' || tbl, privilege)
$$, 'No signed-in role may empty a table');
select is_empty($$
  select tbl || ' ' || privilege from rules, unnest(array['INSERT', 'UPDATE']) privilege
  where writers !~* privilege and has_any_column_privilege('authenticated', 'public.' || tbl, privilege)
$$, 'Grants match the policies');
select is_empty($$
  select t.oid::regclass::text || ' ' || r from pg_class t, unnest(array['anon', 'authenticated']) r
  where t.relnamespace = 'private'::regnamespace and t.relkind in ('r', 'p')
    and (has_table_privilege(r, t.oid, 'SELECT') or has_table_privilege(r, t.oid, 'INSERT')
      or has_table_privilege(r, t.oid, 'UPDATE') or has_table_privilege(r, t.oid, 'DELETE'))
$$, 'No API role has privileges on private tables');
select is_empty($$
  select p.polrelid::regclass || ': ' || p.polname from pg_policy p
  where p.polrelid in (select oid from pg_class where relnamespace = 'private'::regnamespace)
$$, 'and none of them has a policy');
select is_empty($$
  select p.oid::regprocedure::text from pg_proc p
  where p.pronamespace = 'private'::regnamespace and has_function_privilege('anon', p.oid, 'execute')
    and p.proname not in ('uid', 'refuse', 'require_user', 'clean_text', 'fold_text', 'require_text', 'is_admin', 'is_gate', 'is_box_office',
      'hidden_events', 'hidden_categories', 'hidden_singers', 'hidden_layouts', 'events_with_queue')
$$, 'Visitors execute only those private functions that policies, indexes and invoker functions use');
select is_empty($$
  select p.oid::regprocedure::text from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prorettype = 'trigger'::regtype
    and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
$$, 'API roles execute no trigger function');
select is_empty($$
  select s.oid::regclass::text from pg_class s
  where s.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and s.relkind = 'S'
    and (has_sequence_privilege('anon', s.oid, 'usage') or has_sequence_privilege('authenticated', s.oid, 'usage'))
$$, 'API roles have no privileges on sequences');
