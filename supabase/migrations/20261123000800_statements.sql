-- What staff enter by mistake can be taken back, and nothing half-done goes on sale.
--
--   import_bank_rows(p_rows, p_import, p_file) -> {added, known}: p_import names the import (a uuid of the client's, the same
--     for all parts of a file), p_file the file.
--   list_bank_imports() -> the last imports with what each added.
--   take_back_bank_import(p_import) -> how many credits went.

-- ---------------------------------------------------------------------------------------------------------------
-- Imports of statements

alter table public.bank_rows
  add column import_id uuid,
  add column import_file text check (length(import_file) <= 200);
comment on column public.bank_rows.import_id is 'The import that brought the row first; imports of before have one for each part.';
comment on column public.bank_rows.import_file is 'Name of the imported file; null for imports of before.';

-- Rows of one part were written in one transaction, by one person.
update public.bank_rows b set import_id = md5(concat_ws('/', b.imported_by, extract(epoch from b.created_at)))::uuid;
alter table public.bank_rows
  alter column import_id set default gen_random_uuid(),
  alter column import_id set not null;
create index bank_rows_import on public.bank_rows (import_id);

drop function public.import_bank_rows(jsonb);
create function public.import_bank_rows(p_rows jsonb default null, p_import uuid default null, p_file text default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  c_longest_name constant integer := 200;
  v_importer uuid := private.require_admin();
  v_import uuid := coalesce(p_import, gen_random_uuid());
  v_given bigint;
  v_added bigint;
begin
  if exists (select from public.bank_rows b where b.import_id = v_import and b.imported_by is distinct from v_importer) then
    perform private.refuse(400, 'invalid', 'p_import', 'Another person''s import has this id.');
  end if;
  with given as materialized (select * from private.bank_rows_of(p_rows)),
  added as (
    insert into public.bank_rows (row_key, booked_on, amount, narration, utrs, balance, imported_by, import_id, import_file)
      select encode(sha256(convert_to(concat_ws(E'\x1f', g.booked_on, g.amount, upper(g.narration),
          coalesce(g.balance::text, '-'), g.occurrence), 'UTF8')), 'hex'),
        g.booked_on, g.amount, g.narration, g.utrs, g.balance, v_importer, v_import,
        nullif(left(private.clean_text(p_file), c_longest_name), '')
      from given g order by 1
      on conflict (row_key) do nothing
      returning 1)
  select (select count(*) from given), (select count(*) from added) into v_given, v_added;
  if v_added > 0 then
    perform private.record_audit('import', 'bank_rows', v_import::text, null, jsonb_build_object('added', v_added));
  end if;
  return jsonb_build_object('added', v_added, 'known', v_given - v_added);
end
$$;
comment on function public.import_bank_rows(jsonb, uuid, text) is
  'Keeps the credits of a bank statement; a row that is there already is known, not added, and stays with the import that '
  'brought it first. Admins only. Refusals: PT401 not_signed_in, PT403 forbidden, PT400 invalid (detail names row and '
  'field). Security definer: nobody writes bank_rows directly.';

create function public.list_bank_imports()
  returns table (id uuid, file text, imported_at timestamptz, imported_by text, credits bigint, sum text, used bigint)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  c_listed constant integer := 10;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.refuse(403, 'forbidden', '', 'This is for admins.');
  end if;
  return query
    select i.import_id, i.file, i.imported_at, (select coalesce(f.name, f.email) from public.profiles f where f.id = i.importer),
      i.credits, i.sum::text, (select count(*) from public.bank_rows b where b.import_id = i.import_id and private.backs_payment(b))
    from (
      select b.import_id, max(b.import_file) as file, min(b.created_at) as imported_at,
        (array_agg(b.imported_by))[1] as importer, count(*) as credits, sum(b.amount)::numeric(14, 2) as sum
      from public.bank_rows b group by b.import_id order by 3 desc, 1 limit c_listed) as i
    order by 3 desc, 1;
end
$$;
comment on function public.list_bank_imports() is
  'The last ten imports of statements, newest first: what each added, and how many of its credits paid for an order; for '
  'admins (PT401 not_signed_in, PT403 forbidden). Security definer: as match_bank_rows.';

create function private.backs_payment(p_row public.bank_rows) returns boolean
  language sql stable set search_path = ''
as $$
  select p_row.payment_id is not null or exists (
    select from public.payments p where p.status = 'approved' and p.reference_key = any (p_row.utrs))
$$;
comment on function private.backs_payment(public.bank_rows) is
  'Whether a payment was approved by this credit: it keeps the credit, or has its reference.';

create function public.take_back_bank_import(p_import uuid default null) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order text;
  v_removed bigint;
begin
  perform private.require_admin();
  -- An approval locks the credits that it keeps: it comes before this, or finds them gone.
  perform from public.bank_rows b where b.import_id = p_import order by b.id for update;
  if not found then
    perform private.refuse(404, 'not_found', '', 'There is no such import.');
  end if;
  select min(p.order_code) into v_order from public.bank_rows b
    join public.payments p on p.status = 'approved' and (p.id = b.payment_id or p.reference_key = any (b.utrs))
    where b.import_id = p_import;
  if v_order is not null then
    perform private.refuse(409, 'in_use', v_order, 'The order in detail was approved by a credit of this import.');
  end if;
  delete from public.bank_rows b where b.import_id = p_import;
  get diagnostics v_removed = row_count;
  perform private.record_audit('take_back', 'bank_rows', p_import::text, jsonb_build_object('credits', v_removed), null);
  return jsonb_build_object('removed', v_removed);
end
$$;
comment on function public.take_back_bank_import(uuid) is
  'Removes the credits that an import brought, as long as no payment was approved by one of them. Admins only. Refusals: '
  'PT401 not_signed_in, PT403 forbidden, PT404 not_found, PT409 in_use (detail: the order). Security definer: nobody writes '
  'bank_rows directly.';

create or replace function private.grant_bank() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on table public.bank_rows, private.bank_matches from public, anon, authenticated;
  grant select on table public.bank_rows, private.bank_matches to authenticated;
  revoke all on function private.bank_rows_of(jsonb), public.import_bank_rows(jsonb, uuid, text), public.match_bank_rows(),
    public.find_bank_rows(text), public.list_bank_imports(), public.take_back_bank_import(uuid),
    private.backs_payment(public.bank_rows), private.credit_used_by(uuid, text), private.plain_digits(text),
    private.reference_key(text), private.grant_bank() from public, anon, authenticated;
  -- Customers ask by reference (check_payment_status, confirm_tickets), with their own rights.
  grant execute on function private.plain_digits(text) to authenticated;
  -- Visitors may call these only to be told to sign in.
  grant execute on function public.import_bank_rows(jsonb, uuid, text), public.match_bank_rows(), public.find_bank_rows(text),
    public.list_bank_imports(), public.take_back_bank_import(uuid) to anon, authenticated;
end
$$;
select private.grant_bank();
