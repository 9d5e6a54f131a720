import { atom } from 'jotai'
import type { LayoutFile } from '#shop/layouts/layout-file.ts'

export interface ImportedLayout extends LayoutFile {
  /** What the file says that a layout cannot, in sentences. */
  notes: readonly string[]
}

/** Carries a file that was just read to the editor; nothing is stored until it is saved there. */
export const importedLayoutAtom = atom<ImportedLayout | null>(null)
