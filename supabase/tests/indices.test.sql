-- Indexes for joins, cascades and row policies.
select is_empty($$
  select c.conrelid::regclass::text as child, c.conname
  from pg_constraint c
  where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
    and not exists (
      select from pg_index i
      where i.indrelid = c.conrelid and i.indpred is null
        and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)] @> c.conkey)
$$, 'Every foreign key has an index that begins with its columns');

select is_empty($$
  select distinct p.polrelid::regclass::text as on_table, p.polname, a.attname
  from pg_policy p
  join pg_class t on t.oid = p.polrelid and t.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
    and d.refclassid = 'pg_class'::regclass and d.refobjid = p.polrelid and d.refobjsubid > 0
  join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where not exists (
    select from pg_index i where i.indrelid = p.polrelid and i.indpred is null and i.indkey[0] = a.attnum)
$$, 'Every column that a policy reads begins an index');

select ok((select count(*) from pg_policy) > 20, 'At least one policy was checked');
