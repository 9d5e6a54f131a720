import { fold } from '#platform/text/fold.ts'

export const standardCities = ['Mumbai', 'Delhi', 'Bangalore', 'Chennai', 'Hyderabad', 'Kolkata'] as const

/** Old, other and Indian names by the name under which a city is stored; as private.city_names(). */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  Mumbai: ['Bombay', 'मुंबई', 'मुम्बई', 'बंबई'],
  Delhi: ['New Delhi', 'दिल्ली', 'नई दिल्ली'],
  Bangalore: ['Bengaluru', 'Bengalooru', 'बेंगलुरु', 'बंगळुरू', 'बंगळूर', 'बैंगलोर', 'बंगलौर'],
  Chennai: ['Madras', 'चेन्नई'],
  Hyderabad: ['हैदराबाद'],
  Kolkata: ['Calcutta', 'कोलकाता', 'कलकत्ता'],
  Goa: ['गोवा'],
  Ahmedabad: ['Amdavad'],
  Ahilyanagar: ['Ahmednagar'],
  Alappuzha: ['Alleppey'],
  Ballari: ['Bellary'],
  Bardhaman: ['Burdwan'],
  Belagavi: ['Belgaum'],
  Bharuch: ['Broach'],
  Bhubaneswar: ['Bhubaneshwar'],
  Coimbatore: ['Kovai'],
  Davanagere: ['Davangere'],
  Dharashiv: ['Osmanabad'],
  Guwahati: ['Gauhati'],
  Gurugram: ['Gurgaon'],
  Hubballi: ['Hubli'],
  Jalandhar: ['Jullundur'],
  Kalaburagi: ['Gulbarga'],
  Kannur: ['Cannanore'],
  Kanpur: ['Cawnpore'],
  Kanyakumari: ['Cape Comorin'],
  Kochi: ['Cochin'],
  Kollam: ['Quilon'],
  Kozhikode: ['Calicut'],
  Mangaluru: ['Mangalore'],
  Margao: ['Madgaon'],
  Mohali: ['SAS Nagar', 'Sahibzada Ajit Singh Nagar'],
  Mysuru: ['Mysore'],
  Narmadapuram: ['Hoshangabad'],
  Nashik: ['Nasik'],
  Ooty: ['Udhagamandalam', 'Ootacamund'],
  Palakkad: ['Palghat'],
  Panaji: ['Panjim'],
  Prayagraj: ['Allahabad'],
  Puducherry: ['Pondicherry', 'Pondy'],
  Pune: ['Poona'],
  Rajamahendravaram: ['Rajahmundry'],
  Shimla: ['Simla'],
  Shivamogga: ['Shimoga'],
  Thane: ['Thana'],
  Thanjavur: ['Tanjore'],
  Thiruvananthapuram: ['Trivandrum'],
  Thoothukudi: ['Tuticorin'],
  Thrissur: ['Trichur'],
  Tiruchirappalli: ['Trichy', 'Tiruchi', 'Trichinopoly'],
  Tumakuru: ['Tumkur'],
  Vadodara: ['Baroda'],
  Varanasi: ['Banaras', 'Benares'],
  'Vasco da Gama': ['Vasco'],
  Vijayawada: ['Bezawada'],
  Visakhapatnam: ['Vishakhapatnam', 'Vizag'],
}

/** The stored name by each folded name. */
export const cityNames: ReadonlyMap<string, string> = new Map(
  Object.entries(otherNames).flatMap(([stored, others]) => [stored, ...others].map((name) => [fold(name), stored])),
)

/** Returns the stored name for any known name in any spelling, else the input with spaces tidied. */
export const canonicalCity = (typed: string): string => cityNames.get(fold(typed)) ?? typed.trim().replace(/\s+/g, ' ')

export const isSameCity = (a: string, b: string): boolean => fold(canonicalCity(a)) === fold(canonicalCity(b))

export function namesOfCity(city: string): string[] {
  const stored = canonicalCity(city)
  return [stored, ...(otherNames[stored] ?? [])]
}

/** Returns the standard cities, then others with an upcoming event, by name. */
export function citiesToChoose(events: readonly { city: string }[]): string[] {
  const others = new Map<string, string>()
  for (const { city } of events) {
    const name = canonicalCity(city)
    if (!standardCities.some((standard) => standard === name)) others.set(fold(name), name)
  }
  return [...standardCities, ...[...others.values()].sort((a, b) => a.localeCompare(b))]
}
