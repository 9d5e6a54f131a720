export interface ApiRoute {
  area: 'rest' | 'auth' | 'storage'
  bodyLimit: number
  /** True where only staff write more than a few kilobytes. */
  staff?: boolean
  attempt?: 'sign-in' | 'sign-up' | 'recover' | 'verify' | 'resend'
  account?: boolean
  /** True when the body is a picture, checked before it is stored. */
  picture?: boolean
  info?: boolean
  /** A name that comes twice in one object is refused: a parser keeps the last without a word. */
  unique?: boolean
  /** True for the two steps of Google's sign-in, which a browser takes without our key. */
  keyless?: boolean
}

const AUTH_BODY_BYTES = 16 * 1024
const REST_BODY_BYTES = 64 * 1024
/** Enough for a season's import, a stadium's map, or a thousand scans or statement rows. */
const LARGE_BODY_BYTES = 4 * 1024 * 1024
/** A payment of two hundred lines has 30 kB; a payment must not fail for its length. */
const PAYMENT_BODY_BYTES = 256 * 1024

const OF_STAFF = { bodyLimit: LARGE_BODY_BYTES, staff: true }
const REST_BODIES: Readonly<Record<string, Pick<ApiRoute, 'bodyLimit' | 'staff' | 'unique'>>> = {
  'rpc/import_catalogue': { ...OF_STAFF, unique: true },
  'rpc/import_bank_rows': OF_STAFF,
  'rpc/save_concert': OF_STAFF,
  'rpc/make_payout': OF_STAFF,
  'rpc/record_scans': OF_STAFF,
  seating_layouts: OF_STAFF,
  'rpc/submit_payment': { bodyLimit: PAYMENT_BODY_BYTES },
}
const STORAGE_JSON_BYTES = 64 * 1024

const auth = (more: Partial<ApiRoute> = {}): ApiRoute => ({ area: 'auth', bodyLimit: AUTH_BODY_BYTES, ...more })

/** Leaves out what we do not offer: passwordless sign-in would confirm addresses that were never proven. */
const authRoutes: Record<string, ApiRoute> = {
  'POST signup': auth({ attempt: 'sign-up' }),
  'POST token': auth({ attempt: 'sign-in' }),
  'POST verify': auth({ attempt: 'verify' }),
  'POST recover': auth({ attempt: 'recover' }),
  'POST resend': auth({ attempt: 'resend' }),
  'POST logout': auth(),
  'GET user': auth(),
  'PUT user': auth({ account: true }),
  'GET settings': auth(),
  'GET health': auth(),
  'GET authorize': auth({ keyless: true }),
  'GET callback': auth({ keyless: true }),
}

const restMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']

function storageRoute(method: string, path: string, uploadLimit: number): ApiRoute | null {
  const route: ApiRoute = { area: 'storage', bodyLimit: STORAGE_JSON_BYTES }
  const parts = path.split('/')
  if (parts[0] === 'bucket') return method === 'GET' && parts.length <= 2 ? route : null
  if (parts[0] !== 'object' || parts.length < 2) return null
  if (parts[1] === 'list') return method === 'POST' && parts.length === 3 ? route : null
  if (parts[1] === 'info') return method === 'GET' && parts.length >= 4 ? { ...route, info: true } : null
  // No signed or public addresses, no move or copy: pictures are private and stay where they are.
  if (['sign', 'upload', 'public', 'move', 'copy', 'authenticated'].includes(parts[1] ?? '')) return null
  if (method === 'DELETE') return parts.length === 2 ? route : null
  if (parts.length < 3) return null
  if (['GET', 'HEAD'].includes(method)) return route
  return ['POST', 'PUT'].includes(method) ? { ...route, bodyLimit: uploadLimit, picture: true } : null
}

/** Returns null for an address that the API does not offer. */
export function routeOf(method: string, pathname: string, uploadLimit: number): ApiRoute | null {
  const [, first = '', version = '', ...rest] = pathname.split('/')
  const path = rest.join('/')
  if (version !== 'v1') return null
  if (first === 'auth') return authRoutes[`${method} ${path}`] ?? null
  if (first === 'storage') return storageRoute(method, path, uploadLimit)
  if (first !== 'rest' || !restMethods.includes(method)) return null
  return { area: 'rest', bodyLimit: REST_BODY_BYTES, ...(Object.hasOwn(REST_BODIES, path) && REST_BODIES[path]) }
}

export const isApiPath = (pathname: string): boolean => /^\/(rest|auth|storage)\/v1(\/|$)/.test(pathname)
