import { atom } from 'jotai'
import type { LayoutFile } from '#shop/layouts/layout-file.ts'

/** Carries a file that was just read to the editor; nothing is stored until it is saved there. */
export const importedLayoutAtom = atom<LayoutFile | null>(null)
