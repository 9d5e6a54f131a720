-- Embedding must not be ambiguous: the backend reads a table with two foreign keys as a link between their targets.
create temporary table links as
select c.oid, c.conrelid, c.confrelid from pg_constraint c
where c.contype = 'f' and c.connamespace = 'public'::regnamespace
  and (select relnamespace from pg_class where oid = c.confrelid) = 'public'::regnamespace;

select is((select string_agg(direct.conrelid::regclass || ' to ' || direct.confrelid::regclass || ' by ' || a.conrelid::regclass, ', ')
    from links direct
    join links a on a.confrelid = direct.conrelid and a.conrelid <> direct.conrelid
    join links b on b.conrelid = a.conrelid and b.confrelid = direct.confrelid and b.conrelid <> direct.confrelid
      -- With one key it links nothing.
      and b.oid <> a.oid),
  null, 'No table links two tables that refer to each other already');
select is((select string_agg(conrelid::regclass || ' to ' || confrelid::regclass, ', ') from (select conrelid, confrelid from links group by 1, 2 having count(*) > 1) as twice),
  null, 'No table refers to another twice');
