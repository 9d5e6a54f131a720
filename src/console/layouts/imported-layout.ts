import { atom } from 'jotai'
import type { LayoutFile } from '#shop/layouts/layout-file.ts'

/** A file that was just read, on its way to the editor; nothing is stored before it is saved there. */
export const importedLayoutAtom = atom<LayoutFile | null>(null)
