import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pageRoots } from '../../server/pages/static-host.ts'
import { paths } from '../../src/ui/paths.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const MAX_PRECACHE_BYTES = 500_000
/** Compressed by their own format. */
const PACKED = /\.(woff2|png|jpe?g|webp)$/
/** Not on a customer's phone: the gate's decoder, the console and the page of an invitation to the staff. */
const STAFF_ONLY = /(console|gate|staff-|invitation-route|decoder|-worker-|settlement-file|zxing|html5-qrcode|\.wasm)/

const worker = readFileSync(join(dist, 'service-worker.js'), 'utf8')

function precached(): string[] {
  const entries = [...worker.matchAll(/\{"revision":(?:null|"\w+"),"url":"([^"]+)"\}/g)]
  return [...new Set(entries.map((entry) => entry[1]!))]
}

const transferred = (name: string): number => {
  const bytes = readFileSync(join(dist, name))
  if (PACKED.test(name)) return bytes.length
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

const pngSize = (name: string): string => {
  const bytes = readFileSync(join(dist, name))
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

describe('The files cached on a phone', () => {
  it('are the whole shop in less than 500 kB', () => {
    const files = precached()
    expect(files).toContain('index.html')
    expect(files.some((file) => file.endsWith('.woff2'))).toBe(true)
    expect(files.filter((file) => file.startsWith('posters/'))).toHaveLength(10)
    const sizes = files.map((file) => [file, transferred(file)] as const)
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    const largest = sizes.sort((a, b) => b[1] - a[1]).slice(0, 12)
    expect(total, JSON.stringify(largest)).toBeLessThan(MAX_PRECACHE_BYTES)
  })

  it('leave out the console', () => {
    expect(precached().filter((file) => STAFF_ONLY.test(file))).toEqual([])
  })

  it('include every script and style sheet of the customer’s pages, except languages', () => {
    const built = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name) && !STAFF_ONLY.test(name))
    const kept = new Set(precached())
    const left = built.filter((name) => !kept.has(`assets/${name}`))
    expect(left.map((name) => name.slice(0, 3)).sort()).toEqual(['hi-', 'mr-'])
  })
})

describe('The manifest', () => {
  interface Picture {
    src: string
    sizes: string
    type: string
    purpose?: string
    form_factor?: 'narrow' | 'wide'
    label?: string
  }
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8')) as {
    icons: Picture[]
    screenshots: Picture[]
    shortcuts: { name: string; url: string; icons: Picture[] }[]
  } & Record<string, unknown>

  it('has the shop’s name, start page and look', () => {
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', lang: 'en-IN' })
    for (const field of ['name', 'short_name', 'description', 'theme_color', 'background_color']) {
      expect(manifest[field], field).toMatch(/\S/)
    }
    expect(manifest['categories']).toContain('entertainment')
    // Shown to every customer, so none may lead to the console.
    expect(manifest.shortcuts.map((shortcut) => shortcut.url)).toEqual(['/my-tickets', '/concerts'])
  })

  it('has pictures of the declared sizes: icons of every shape, screenshots for phones and wide windows', () => {
    const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap((one) => one.icons)]
    for (const { src, sizes, type } of pictures) {
      expect(statSync(join(dist, src)).size, src).toBeGreaterThan(0)
      if (type === 'image/png' || src.endsWith('.png')) expect(pngSize(src), src).toBe(sizes)
    }
    const sizesFor = (purpose: string) =>
      manifest.icons.filter((icon) => (icon.purpose ?? 'any').split(' ').includes(purpose)).map((icon) => icon.sizes)
    expect(sizesFor('any')).toEqual(expect.arrayContaining(['192x192', '512x512']))
    expect(sizesFor('maskable')).toContain('512x512')
    for (const form of ['narrow', 'wide']) {
      const screens = manifest.screenshots.filter((screen) => screen.form_factor === form)
      expect(screens.length, form).toBeGreaterThanOrEqual(2)
      for (const screen of screens) {
        const [width = 0, height = 0] = screen.sizes.split('x').map(Number)
        // What browsers accept: https://developer.mozilla.org/docs/Web/Manifest/Reference/screenshots
        expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(320)
        expect(Math.max(width, height)).toBeLessThanOrEqual(3840)
        expect(screen.label).toMatch(/\S/)
      }
    }
  })
})

it('Static hosts know every path of the shop as a page', () => {
  const addresses = Object.values(paths).map((path) => (typeof path === 'string' ? path : path('id', 'id')))
  const roots = addresses.map((address) => address.split(/[/?]/)[1]).filter(Boolean)
  expect([...new Set(roots)].sort()).toEqual([...pageRoots].sort())
})
