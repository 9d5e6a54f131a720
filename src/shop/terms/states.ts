import { canonicalCity } from '#shop/catalogue/cities.ts'

/** States and union territories of India, as private.states(). */
export const states: readonly string[] = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
]

/** Large cities by state, in lower case. */
const citiesOf: Readonly<Record<string, readonly string[]>> = {
  'Andhra Pradesh': ['vijayawada', 'visakhapatnam', 'tirupati'],
  Assam: ['guwahati'],
  Bihar: ['patna'],
  Chandigarh: ['chandigarh'],
  Chhattisgarh: ['raipur'],
  Delhi: ['delhi'],
  Goa: ['goa', 'panaji', 'margao'],
  Gujarat: ['ahmedabad', 'surat', 'vadodara', 'rajkot'],
  Haryana: ['gurugram', 'faridabad'],
  'Himachal Pradesh': ['shimla'],
  'Jammu and Kashmir': ['srinagar', 'jammu'],
  Jharkhand: ['ranchi', 'jamshedpur'],
  Karnataka: ['bangalore', 'mysuru', 'mangaluru'],
  Kerala: ['kochi', 'thiruvananthapuram', 'kozhikode', 'thrissur'],
  'Madhya Pradesh': ['bhopal', 'indore', 'gwalior'],
  Maharashtra: ['mumbai', 'navi mumbai', 'pune', 'nagpur', 'nashik', 'thane'],
  Meghalaya: ['shillong'],
  Odisha: ['bhubaneswar', 'cuttack'],
  Puducherry: ['puducherry'],
  Punjab: ['amritsar', 'ludhiana', 'jalandhar', 'mohali'],
  Rajasthan: ['jaipur', 'jodhpur', 'udaipur'],
  'Tamil Nadu': ['chennai', 'coimbatore', 'madurai'],
  Telangana: ['hyderabad', 'secunderabad'],
  'Uttar Pradesh': ['lucknow', 'noida', 'kanpur', 'varanasi', 'agra', 'ghaziabad'],
  Uttarakhand: ['dehradun'],
  'West Bengal': ['kolkata', 'siliguri'],
}

/** Returns the state of a large city, else null. */
export function stateOfCity(city: string): string | null {
  const name = canonicalCity(city).toLowerCase()
  return Object.entries(citiesOf).find(([, cities]) => cities.includes(name))?.[0] ?? null
}
