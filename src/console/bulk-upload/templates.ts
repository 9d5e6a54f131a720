import { csvFile } from '#platform/text/csv.ts'
import { importTemplate } from '#shop/catalogue/import/bulk-import.ts'
import { templateRows } from '#shop/catalogue/import/concert-sheet.ts'
import { saveFile } from '#ui/browser/save-file.ts'

const NAME = 'mehfil-concerts'

export const templateText = `${JSON.stringify(importTemplate, null, 2)}\n`

export const saveTemplate = (): void => saveFile(templateText, `${NAME}.json`, 'application/json')

export function saveSheetTemplate(): void {
  const [head, ...rows] = templateRows()
  saveFile(csvFile(head!.map(String), rows), `${NAME}.csv`, 'text/csv')
}
