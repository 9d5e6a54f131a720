import { deflateRawSync } from 'node:zlib'

export type WorkbookCell = string | number | Date | null
export interface WorkbookSheet {
  name: string
  rows: WorkbookCell[][]
  hidden?: boolean
}

/** A zip archive as spreadsheets write it. `stated` falsifies the unpacked sizes. */
export function zip(files: Record<string, string | Uint8Array>, stated?: number): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const plain = Buffer.from(text)
    const data = deflateRawSync(plain)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(stated ?? plain.length, 18)
    shared.writeUInt16LE(name.length, 22)
    parts.push(Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name), data)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), shared, tail, Buffer.from(name))
    at += 30 + name.length + data.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(files).length, 4)
  end.writeUInt16LE(Object.keys(files).length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end])
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
const column = (at: number): string => String.fromCharCode(65 + at)

function cellOf(value: WorkbookCell, at: string): string {
  if (value === null) return ''
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
  if (value instanceof Date) return `<c r="${at}" s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`
  return `<c r="${at}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
}

/** A workbook (.xlsx) of these sheets. Dates are dates, numbers numbers. */
export function workbook(sheets: readonly WorkbookSheet[]): Buffer {
  const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const files: Record<string, string> = {
    'xl/workbook.xml': xml(
      `<workbook ${main} xmlns:r="${office}"><sheets>${sheets.map(({ name, hidden }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}<Relationship Id="rId99" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
  }
  sheets.forEach(({ rows }, at) => {
    const lines = rows.map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, index) => cellOf(cell, `${column(index)}${row + 1}`)).join('')}</row>`,
    )
    files[`xl/worksheets/sheet${at + 1}.xml`] = xml(
      `<worksheet ${main}><sheetData>${lines.join('')}</sheetData></worksheet>`,
    )
  })
  return zip(files)
}
