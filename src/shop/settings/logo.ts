import { POSTERS_AT } from '#shop/catalogue/about/poster-files.ts'

/** What a device keeps of the logo. */
export const LOGO_CACHE = 'mehfil-logo'

/** What must lie under a logo for it to be read; `any`: the page of either theme. */
export type LogoGround = 'any' | 'light' | 'dark'

export interface LogoName {
  /** Of the file `96`, pixels. */
  width: number
  height: number
  ground: LogoGround
}

/** The files: the logo as it is, 96 pixels high or less, and icons of that many pixels; `mask`: 512, its edge may be cut. */
export const LOGO_FILES = ['96', '180', '192', '512', 'mask'] as const
export type LogoFile = (typeof LOGO_FILES)[number]

export const logoPath = (hash: string, { width, height, ground }: LogoName): string =>
  `logo/${hash.slice(0, 16)}-${width}x${height}-${ground}`

/** Reads a logo's size and ground from its path, which the database has checked; null for '' and anything else. */
export function logoName(path: string): LogoName | null {
  const [, width, height, ground] = /-(\d+)x(\d+)-(\w+)$/.exec(path) ?? []
  return ground ? { width: Number(width), height: Number(height), ground: ground as LogoGround } : null
}

export const logoFile = (path: string, file: LogoFile): string => `${path}-${file}.png`

/** Returns the URL of a file; `backend` is the origin of a hosted backend, '' on one's own server. */
export const logoUrl = (path: string, file: LogoFile, backend = ''): string =>
  backend + POSTERS_AT + logoFile(path, file)

/** True for a name that a logo's file may have: beside posters no other name is served to everybody. */
export const isLogoFile = (name: string): boolean =>
  /^logo\/[0-9a-f]{16}-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}-(?:any|light|dark)-(?:96|180|192|512|mask)\.png$/.test(name)
