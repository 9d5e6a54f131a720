-- Comments name the files of server/ and src/shop where they are now. Nothing else changes.
-- Written from supabase/schema by `npm run migration`.

-- A function may call one that comes after it.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.client_address()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_set private.sender_address;
  v_entries text[];
begin
  select * into v_set from private.sender_address;
  if not found then
    v_set.entry := -1;
    -- PostgREST signs in as authenticator. Before the hosted one stands Cloudflare, which writes this header over a
    -- sender's own; a self-hosted gateway does not, and its operator has to say what it writes. The shop's own server
    -- signs in as the owner, drops all such headers and writes X-Forwarded-For (server/api/pass-on.ts).
    v_set.header := case session_user when 'authenticator' then 'cf-connecting-ip' else 'x-forwarded-for' end;
  end if;
  v_entries := string_to_array(nullif(current_setting('request.headers', true), '')::jsonb ->> v_set.header, ',');
  return nullif(btrim(v_entries[case when v_set.entry > 0 then v_set.entry else cardinality(v_entries) + 1 + v_set.entry end]), '');
exception when others then
  return null;
end
$function$;

comment on function private.refuse(integer,pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Ends the statement with HTTP status p_status. p_code is one of refusalCodes in src/shop/refusals/refusal-codes.ts, p_detail is text or JSON text for the program, p_hint one English sentence for engineers.';

comment on function private.normal_reference(pg_catalog.text) is 'A reference as it is stored: digits without their grouping, anything else trimmed and in upper case, as src/shop/payments/utr.ts sends it. Empty, and so refused, when it has signs that nobody sees or is far too long.';

comment on function private.plain_digits(pg_catalog.text) is 'In Unicode normal form KC (which makes full-width signs plain), digits of every script as 0 to 9: the rule of src/shop/payments/utr.ts.';

comment on function private.look_alike_digits(pg_catalog.text) is 'Letters and signs that look like a digit as that digit: O as 0, a Cyrillic Ze as 3. The list is that of src/shop/payments/utr.ts.';

comment on function private.price_order(numeric[],integer[],public.shop_terms) is 'The price of an order in rupees: subtotal, its GST rounded once and half up in paise, the fee of each seat. shares are the lines'' parts, price and fee and GST split by largest remainder in line order, and sum to the total. The twin of priceOrder in src/shop/prices/price.ts; both are tested on src/shop/prices/price-cases.json.';

comment on function private.contested_seats(pg_catalog.uuid) is 'Every seat of the event let in by several scans of which none was undone: the one that wins (earliest corrected_at, then the smaller id), and each of the others. The twin is findConflicts in src/shop/gate/scan-conflicts.ts, tested on the same cases.';

comment on column public.bank_rows.utrs is 'What the transfer''s UTR may be: what the console read (src/shop/bank/bank-statement-utr.ts), at most one of each export; of rows imported by earlier versions every run of twelve digits.';

reset check_function_bodies;

select private.grant_bank();
select private.grant_catalogue();
select private.grant_catalogue_lists();
select private.grant_dashboard();
select private.grant_enquiries();
select private.grant_event_changes();
select private.grant_foundation();
select private.grant_gate();
select private.grant_history();
select private.grant_import();
select private.grant_jobs();
select private.grant_layouts();
select private.grant_payments();
select private.grant_people();
select private.grant_refunds();
select private.grant_review();
select private.grant_scans();
select private.grant_seats();
select private.grant_settings();
select private.grant_storage_auth();
select private.grant_sync();
select private.grant_terms();
select private.grant_tickets();
