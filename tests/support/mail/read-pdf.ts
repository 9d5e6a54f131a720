import { inflateSync } from 'node:zlib'

/** The content of each page. */
export const streamsOf = (pdf: Buffer): string[] => {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n([\s\S]*?)\nendstream/g)].map((part) =>
    inflateSync(Buffer.from(part[1]!, 'latin1')).toString('latin1'),
  )
}

/** What readers and searches get of a page: texts beside the outlines. */
export function saidBy(stream: string): string {
  const texts = [...stream.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, text = '']) => {
    const bytes = Buffer.from(
      text.replaceAll(/\\(.)/gs, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[sign] ?? sign),
      'latin1',
    )
    return bytes[0] === 0xfe && bytes[1] === 0xff
      ? bytes.subarray(2).swap16().toString('utf16le')
      : bytes.toString('latin1')
  })
  return texts.join('\n')
}
