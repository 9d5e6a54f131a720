import Pdf from 'pdfkit'
import type { SetLine, Typesetter } from './pdf-text.ts'

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48 }
export const INNER = PAGE.width - 2 * PAGE.margin
export const INK = '#14110f'
export const MUTED = '#57504a'

/** Returns the PDF that `draw` draws at once, page by page. */
export function writePdf(
  about: { title: string; author: string; language: string },
  type: Typesetter,
  draw: (pen: Pen) => void,
): Promise<Buffer> {
  const document = new Pdf({
    size: 'A4',
    margin: PAGE.margin,
    autoFirstPage: false,
    // All text is drawn as outlines; the default font is a file of the package.
    font: null as unknown as string,
    lang: about.language,
    displayTitle: true,
    info: { Title: about.title, Author: about.author },
  })
  const parts: Buffer[] = []
  return new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
    draw(new Pen(document, type))
    document.end()
  })
}

/** Draws on the pages of one document; `y` is a baseline, in points from the top. */
export class Pen {
  constructor(document: PDFKit.PDFDocument, type: Typesetter) {
    this.document = document
    this.type = type
  }
  private readonly document: PDFKit.PDFDocument
  private readonly type: Typesetter

  page(): void {
    this.document.addPage()
  }

  /** Readers and searches get the text of the outlines. */
  private draw(line: SetLine, x: number, y: number, size: number, color: string): void {
    const { document } = this
    document.markContent('Span', { actual: line.text })
    for (const outline of line.outlines) {
      document.save()
      document.translate(x + outline.x * size, y - outline.y * size).scale(outline.scale * size, -outline.scale * size)
      document.path(outline.path).fill(color)
      document.restore()
    }
    document.endMarkedContent()
  }

  /** Returns the baseline of the last line. */
  text(text: string, x: number, y: number, size: number, { color = INK, width = INNER, lines = 3 } = {}): number {
    const all = this.type.wrap(text, width / size)
    const shown = all.slice(0, lines)
    shown.forEach((line, at) => {
      // A word without a break, or the rest of a long text, is set smaller rather than cut.
      const rest =
        at === lines - 1 && all.length > lines
          ? this.type.set(
              all
                .slice(at)
                .map((one) => one.text)
                .join(' '),
            )
          : line
      const fitting = Math.min(size, width / rest.width)
      this.draw(rest, x, y + at * size * 1.25, fitting, color)
    })
    return y + Math.max(0, shown.length - 1) * size * 1.25
  }

  right(text: string, y: number, size: number, color: string = MUTED): void {
    const line = this.type.set(text)
    this.draw(line, PAGE.width - PAGE.margin - line.width * size, y, size, color)
  }

  rule(y: number, weight: number): void {
    this.document.rect(PAGE.margin, y, INNER, weight).fill(INK)
  }

  /** Draws black cells on a white square. */
  outline({ path, cells }: { path: string; cells: number }, x: number, y: number, size: number): void {
    const { document } = this
    document.rect(x, y, size, size).fill('#ffffff')
    document.save()
    document.translate(x, y).scale(size / cells)
    document.path(path).fill('#000000')
    document.restore()
  }
}
