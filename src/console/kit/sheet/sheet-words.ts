import type { SheetFile } from './read-sheets.ts'

/** What a file chooser offers for tables. */
export const SHEET_TYPES =
  '.csv,.txt,.tsv,.xls,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const saveAgain = 'Open it in a spreadsheet program and save it as .xlsx or CSV, without a password.'

export const whyRefused: Record<Extract<SheetFile, { refused: string }>['refused'], string> = {
  'old workbook': `This is an old Excel file (.xls), or one with a password. ${saveAgain}`,
  'web page': `This is a web page named like a spreadsheet. ${saveAgain}`,
  pdf: 'This is a PDF. Download it as CSV, text or Excel (.xlsx).',
  damaged: 'This file is damaged or not a table. Download it again, or as CSV.',
  'too large': 'This file is too large.',
}
