const renamed: readonly [RegExp, string][] = [
  [/^categories\[(\d+)\]\.section_ids$/, 'zones[$1].sections'],
  [/^categories\[(\d+)\]\.sale_from$/, 'zones[$1].saleFrom'],
  [/^categories\[(\d+)\]\.sale_until$/, 'zones[$1].saleUntil'],
  [/^categories\[(\d+)\]\.phases\[(\d+)\]\.until_sold$/, 'zones[$1].phases[$2].untilSold'],
  [/^categories\[(\d+)\]\.phases$/, 'zones[$1].phases[0].name'],
  [/^categories\[(\d+)\]\.is_free$/, 'zones[$1].price'],
  [/^categories\[/, 'zones['],
  [/^dates\[(\d+)\]\.date$/, 'dates[$1].day'],
  [/^dates\[0\]\.doors_at$/, 'about.doors'],
  [/^dates\[0\]\.ends_at$/, 'about.ends'],
  [/^singer\..*$/, 'singer'],
  [/^hall\.layout_data.*$/, 'hall.name'],
  [/^hall\.id$/, 'hall.layout'],
  [/^line_up$/, 'about.lineUp'],
  [/^minimum_age$/, 'about.age'],
  [/^sung_in$/, 'about.sungIn'],
  [/^poster_alt$/, 'about.posterAlt'],
  [/^(description|rules|poster)$/, 'about.$1'],
]

/** Returns the form's path of a path that the database refused. */
export function formPath(path: string): string {
  const found = renamed.find(([pattern]) => pattern.test(path))
  return found ? path.replace(found[0], found[1]) : path
}
