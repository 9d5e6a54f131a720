-- Written from supabase/schema by `npm run migration`.

-- A function may call one that comes after it.
set check_function_bodies = off;

comment on function private.contested_seats(pg_catalog.uuid) is 'Every seat of the event let in by several scans of which none was undone: the one that wins (earliest corrected_at, then the smaller id), and each of the others.';

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
