-- References are compared as what they are in every script.

-- ---------------------------------------------------------------------------------------------------------------
-- References

create or replace function private.plain_digits(p_text text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  -- The digit 0 of each script that Unicode 17 has decimal digits of and that its normal form KC leaves alone; 1 to 9 follow.
  c_zeroes constant integer[] := array[
    1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240, 6112,
    6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016, 66720,
    68912, 68928, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360, 71376, 71386, 71472, 71904, 72016,
    72688, 72784, 73040, 73120, 73184, 73552, 90416, 92768, 92864, 93008, 93552, 123200, 123632, 124144, 124401,
    125264];
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
comment on function private.plain_digits(text) is
  'In Unicode normal form KC (which makes full-width signs plain), digits of every script as 0 to 9: the rule of '
  'src/domain/utr.ts.';

create or replace function private.normal_reference(p_transaction_id text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  c_most_bytes constant integer := 2048; -- 64 signs are a reference
  v_plain text := p_transaction_id;
  v_bare text;
begin
  -- Counts and classes of a regular expression cost more than the rest of this: most references are twelve bare digits.
  if length(v_plain) = 12 and translate(v_plain, '0123456789', '') = '' then
    return v_plain;
  end if;
  if octet_length(v_plain) > c_most_bytes then
    return '';
  end if;
  -- Signs that nobody sees (format characters, fillers, the blank of Braille) and those of no script: two references that
  -- look alike would be two. The shop's pages take them out before they send.
  if v_plain ~ ('[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f'
      || '\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
      || '\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      || '\U000e0000-\U0010ffff]') then
    return '';
  end if;
  v_plain := private.plain_digits(v_plain);
  v_bare := regexp_replace(v_plain, '[[:space:].,_\u2010-\u2015-]', '', 'g');
  if v_bare <> '' and translate(v_bare, '0123456789', '') = '' then
    return v_bare;
  end if;
  return upper(regexp_replace(private.clean_text(v_plain), ' +', ' ', 'g'));
end
$$;
comment on function private.normal_reference(text) is
  'A reference as it is stored: digits without their grouping, anything else trimmed and in upper case, as '
  'src/domain/utr.ts sends it. Empty, and so refused, when it has signs that nobody sees or is far too long.';

create or replace function private.reference_key(p_reference text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  v_plain text;
  v_bare text;
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
  return case when cardinality(v_runs) = 1 then v_runs[1] else coalesce(nullif(v_bare, ''), upper(private.clean_text(p_reference))) end;
end
$$;
comment on function private.reference_key(text) is
  'What references that mean one transfer have in common: the only number of twelve digits in it, whatever stands between '
  'and around them (`UTR 4123 4567 8901`, `412345678901 no. 2`), else its letters and digits.';

-- The keys of payments that are there already, anew. Of those that turn out to share one, the first approved keeps it.
alter table public.payments disable trigger user;
update public.payments p set shares_reference = true
  from (select id, row_number() over (
          partition by private.reference_key(transaction_id) order by shares_reference is true, reviewed_at, id) as n
        from public.payments where status = 'approved') as a
  where a.id = p.id and a.n > 1 and p.shares_reference is not true;
update public.payments p set transaction_id = p.transaction_id
  where p.reference_key <> private.reference_key(p.transaction_id);
alter table public.payments enable trigger user;
