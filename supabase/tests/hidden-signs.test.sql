-- Invisible characters, and those that change a line's direction, make a name look like another.
select is(private.strip_hidden('As' || sign || 'ha'), 'Asha', format('U+%s is taken out', upper(to_hex(ascii(sign)))))
  from unnest(array[E'\u202e', E'\u2066', E'\u2069', E'\u200e', E'\u200f', E'\u3164', E'\u115f', E'\u1160', E'\uffa0', E'\u200b', E'\u2060', E'\u00ad',
    E'\u061c', E'\u180e', E'\u2800', E'\ufeff', E'\u2028', E'\u0085', E'\U000e0041']) as sign;
select is(private.strip_hidden(name), name, 'Kept as it is: ' || name)
  from unnest(array['Asha', 'Renée', E'क्\u200dष', E'ന്\u200d', E'രാജ്\u200cകുമാർ', E'\u2764\ufe0f Meher']) as name;
select is(private.strip_hidden(E'\u200d \u200c\ufe0f'), '', 'Joiners with nothing between them become empty');
select is(private.strip_hidden(null), null, 'An empty text stays empty');

select is(private.require_text(E'As\u202eha\u2066 \u200b', 'name', 20), 'Asha', 'A name is stored without invisible characters');
select refuses($$ select private.require_text(E'\u3164\u115f\u200b\u202e\u200d', 'name', 20) $$, 'PT400', 'invalid', 'and one of invisible characters alone is no name');
select create_user('asha@mehfil.example', E'As\u202eha\u3164 \u2066Rao');
select is((select name from profiles where id = user_id('asha@mehfil.example')), 'Asha Rao', 'At sign-up');
select tests.answers('asha@mehfil.example', $$(save_profile(jsonb_build_object('name', E'\u202eMeher\u200b Qazi', 'location', E'Pu\u115fne'))).name$$, 'Meher Qazi', 'In a profile');
select is((select location from profiles), 'Pune', 'in each of its texts');
select is((save_profile(jsonb_build_object('name', E'\u3164\u200d'))).name, null, 'and a name of them alone is refused');

select act_as_owner();
select create_staff('admin@mehfil.example', 'admin');
select create_event('Pune', now() + interval '5 hours');
select act_as('admin@mehfil.example');
select report_gate_device(event_id('Pune'), 'phone', E'Nor\u202eth\u200b');
select is(gate_counters(event_id('Pune')) #>> '{devices,0,gate}', 'North', 'The name of a gate in a report');
select tests.answers('owner', $$private.scan_text(jsonb_build_object('gate', E'Nor\u202eth\u200b'), 'gate', 80)$$, 'North', 'and in a scan, so that both are the same gate');
select tests.does('admin@mehfil.example', $$insert into singers (name) values (E'Ar\u2066ijit\u200b')$$);
select is((select count(*) from singers where name = 'Arijit'), 1::bigint, 'A singer');
select is(import_catalogue(jsonb_build_object(E'Ar\u200bijit', '{"Goa": {"date": "2030-01-01", "venue": "Beach", "tickets": {"Gold": 1}}}'::jsonb)) -> 'problems',
  jsonb_build_array(E'Ar\u200bijit: not a name of 1 to 120 characters'), 'A file with such a name is refused with its path');
create function pg_temp.hall(p_name text) returns jsonb language sql as $$
  select jsonb_build_object('stage', 'top', 'sections', jsonb_build_array(jsonb_build_object('code', 'A', 'name', p_name,
    'rows', '[{"label": "A", "seats": [1]}]'::jsonb))) $$;
select is(refusal(format('insert into seating_layouts (name, layout_data) values (%L, %L)', 'Hall ' || md5(name), pg_temp.hall(name))) ->> 'detail',
    'layout_data.sections[0].name', 'The name of a part of the hall: ' || md5(name))
  from unnest(array[E'Stalls\u202e', E'\u3164', E'Stalls\u200b', E'Sta\u2066lls', E'Stalls\nA', E'Stalls\u115f']) as name;
select lives_ok(format('insert into seating_layouts (name, layout_data) values (%L, %L)', 'Hall', pg_temp.hall(E'ഹാള്\u200d 1')), 'Text in any script is unchanged');
