import { expect, test } from 'vitest'
import { POSTERS_AT } from '#shop/catalogue/about/poster-files.ts'
import { isLogoFile, LOGO_FILES, logoFile, logoName, logoPath, logoUrl } from './logo.ts'

const path = logoPath('0123456789abcdef0123', { width: 400, height: 96, ground: 'light' })

test('the path says size and ground', () => {
  expect(path).toBe('logo/0123456789abcdef-400x96-light')
  expect(logoName(path)).toEqual({ width: 400, height: 96, ground: 'light' })
  expect(logoName('')).toBeNull()
  expect(logoUrl(path, 'mask', 'https://b.example')).toBe(`https://b.example${POSTERS_AT}${path}-mask.png`)
})

test('only its files have their names', () => {
  for (const file of LOGO_FILES) expect(isLogoFile(logoFile(path, file)), file).toBe(true)
  for (const name of [
    `${path}-97.png`,
    `${path}-96.svg`,
    `${path}-96.png/..`,
    `x/${path}-96.png`,
    `${path}-96.png\n`,
    `../payments/${path}-96.png`,
    path.replace('light', 'none') + '-96.png',
    '',
  ])
    expect(isLogoFile(name), name).toBe(false)
})
