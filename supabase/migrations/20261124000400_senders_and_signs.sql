-- What looks like a digit is compared as one; a network is counted by what its sender cannot write; names have no signs
-- that nobody sees; what serves nobody any more is deleted.

-- ---------------------------------------------------------------------------------------------------------------
-- References

create or replace function private.plain_digits(p_text text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  -- The digit 0 of each script that Unicode 17 has decimal digits of and that its normal form KC leaves alone; 1 to 9
  -- follow. The last, outlined digits, are plain in normal form KC since Unicode 16, which PostgreSQL 17 does not have.
  c_zeroes constant integer[] := array[
    1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240, 6112,
    6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016, 66720,
    68912, 68928, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360, 71376, 71386, 71472, 71904, 72016,
    72688, 72784, 73040, 73120, 73184, 73552, 90416, 92768, 92864, 93008, 93552, 123200, 123632, 124144, 124401,
    125264, 118000];
  v_text text := normalize(p_text, NFKC);
  v_zero integer;
begin
  if octet_length(v_text) = char_length(v_text) then
    return v_text;
  end if;
  foreach v_zero in array c_zeroes loop
    v_text := translate(v_text, chr(v_zero) || chr(v_zero + 1) || chr(v_zero + 2) || chr(v_zero + 3) || chr(v_zero + 4)
      || chr(v_zero + 5) || chr(v_zero + 6) || chr(v_zero + 7) || chr(v_zero + 8) || chr(v_zero + 9), '0123456789');
  end loop;
  return v_text;
end
$$;

create function private.look_alike_digits(p_text text) returns text
  language sql immutable parallel safe
as $$
  -- Of confusables.txt (Unicode 17, UTS #39) the signs that phones write; S, B, Z and their Greek and Cyrillic twins, Ø, Б
  -- and the white and black circles, which it does not count. In normal form KD an accent is a sign of its own.
  select translate(normalize(p_text, NFKD),
    'OoΟοОоՕօଠഠဝᴏꓳ〇○◯ØøംంಂIiLlıІіΙιƖӀӏǀ|∣।ZzΖƧƨᒿЗзӠӡƷʒȜȝɜꞫᏎSsЅѕƼƽБбᏮϬBbВвΒβȢȣଃꝮꝯ'
      || '⓿❶❷❸❹❺❻❼❽❾➀➁➂➃➄➅➆➇➈➊➋➌➍➎➏➐➑➒⓵⓶⓷⓸⓹⓺⓻⓼⓽',
    repeat('0', 21) || repeat('1', 16) || repeat('2', 6) || repeat('3', 10) || repeat('4', 1) || repeat('5', 6) || repeat('6', 4) || repeat('8', 9)
      || repeat('9', 2) || '0' || repeat('123456789', 4))
$$;
comment on function private.look_alike_digits(text) is
  'Letters and signs that look like a digit as that digit: O as 0, a Cyrillic Ze as 3. The list is that of src/domain/utr.ts.';

create or replace function private.reference_key(p_reference text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  v_plain text;
  v_bare text;
  v_alike text;
  v_runs text[];
begin
  if length(p_reference) = 12 and translate(p_reference, '0123456789', '') = '' then
    return p_reference;
  end if;
  v_plain := upper(private.plain_digits(p_reference));
  v_bare := regexp_replace(v_plain, '[^0-9A-Z]', '', 'g');
  -- As grouped by whatever signs, and as they stand between other numbers.
  v_runs := array(
    select m[1] from regexp_matches(v_bare, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m
    union
    select m[1] from regexp_matches(v_plain, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m);
  if cardinality(v_runs) = 0 then
    v_alike := private.look_alike_digits(v_plain);
    -- The third leaves words alone: the O of NO is no zero before the number.
    v_runs := array(
      select distinct m[1] from (values
          (regexp_replace(v_alike, '[^0-9A-Z]', '', 'g')), (v_alike),
          (regexp_replace((
            select string_agg(case when word ~ '[0-9]' then private.look_alike_digits(word) else word end, '' order by n)
            from regexp_split_to_table(v_plain, '[[:space:].,:;/()#@_-]+') with ordinality as w (word, n)), '[^0-9A-Z]', '', 'g'))
        ) as t (text),
        lateral regexp_matches(t.text, '(?<![0-9])([0-9]{12})(?![0-9])', 'g') as m);
  end if;
  return case when cardinality(v_runs) = 1 then v_runs[1] else coalesce(nullif(v_bare, ''), upper(private.clean_text(p_reference))) end;
end
$$;
comment on function private.reference_key(text) is
  'What references that mean one transfer have in common: the only number of twelve digits in it, whatever stands between '
  'and around them (`UTR 4123 4567 8901`, `412345678901 no. 2`); where there is none, the only one that letters which look '
  'like digits make (`4I23456789O1`); else its letters and digits.';

-- The keys of payments that are there already, anew. Of those that turn out to share one, the first approved keeps it.
alter table public.payments disable trigger user;
update public.payments p set shares_reference = true
  from (select id, row_number() over (
          partition by private.reference_key(transaction_id) order by shares_reference is true, reviewed_at, id) as n
        from public.payments where status = 'approved') as a
  where a.id = p.id and a.n > 1 and p.shares_reference is not true;
update public.payments p set transaction_id = p.transaction_id
  where p.reference_key is distinct from private.reference_key(p.transaction_id);
alter table public.payments enable trigger user;

-- ---------------------------------------------------------------------------------------------------------------
-- Grants

create function private.grant_senders_and_signs() returns void
  language plpgsql set search_path = ''
as $$
begin
  revoke all on function private.look_alike_digits(text), private.grant_senders_and_signs() from public, anon, authenticated;
end
$$;
comment on function private.grant_senders_and_signs() is 'All privileges of this file; can be repeated.';
select private.grant_senders_and_signs();
