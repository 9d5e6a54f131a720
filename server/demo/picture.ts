import { crc32, deflateSync } from 'node:zlib'

const drawn: Record<string, string> = {
  A: '01110 10001 10001 11111 10001 10001 10001',
  B: '11110 10001 10001 11110 10001 10001 11110',
  C: '01110 10001 10000 10000 10000 10001 01110',
  D: '11110 10001 10001 10001 10001 10001 11110',
  E: '11111 10000 10000 11110 10000 10000 11111',
  F: '11111 10000 10000 11110 10000 10000 10000',
  G: '01110 10001 10000 10111 10001 10001 01111',
  H: '10001 10001 10001 11111 10001 10001 10001',
  I: '01110 00100 00100 00100 00100 00100 01110',
  J: '00111 00010 00010 00010 00010 10010 01100',
  K: '10001 10010 10100 11000 10100 10010 10001',
  L: '10000 10000 10000 10000 10000 10000 11111',
  M: '10001 11011 10101 10101 10001 10001 10001',
  N: '10001 11001 10101 10011 10001 10001 10001',
  O: '01110 10001 10001 10001 10001 10001 01110',
  P: '11110 10001 10001 11110 10000 10000 10000',
  Q: '01110 10001 10001 10001 10101 10010 01101',
  R: '11110 10001 10001 11110 10100 10010 10001',
  S: '01111 10000 10000 01110 00001 00001 11110',
  T: '11111 00100 00100 00100 00100 00100 00100',
  U: '10001 10001 10001 10001 10001 10001 01110',
  V: '10001 10001 10001 10001 10001 01010 00100',
  W: '10001 10001 10001 10101 10101 10101 01010',
  X: '10001 10001 01010 00100 01010 10001 10001',
  Y: '10001 10001 01010 00100 00100 00100 00100',
  Z: '11111 00001 00010 00100 01000 10000 11111',
  0: '01110 10001 10011 10101 11001 10001 01110',
  1: '00100 01100 00100 00100 00100 00100 01110',
  2: '01110 10001 00001 00010 00100 01000 11111',
  3: '11111 00010 00100 00010 00001 10001 01110',
  4: '00010 00110 01010 10010 11111 00010 00010',
  5: '11111 10000 11110 00001 00001 10001 01110',
  6: '00110 01000 10000 11110 10001 10001 01110',
  7: '11111 00001 00010 00100 01000 01000 01000',
  8: '01110 10001 10001 01110 10001 10001 01110',
  9: '01110 10001 10001 01111 00001 00010 01100',
  '.': '00000 00000 00000 00000 00000 01100 01100',
  ',': '00000 00000 00000 00000 01100 00100 01000',
  ':': '00000 01100 01100 00000 01100 01100 00000',
  '-': '00000 00000 00000 11111 00000 00000 00000',
  '@': '01110 10001 10111 10101 10111 10000 01110',
  '₹': '11111 00010 11111 00010 11100 01000 00110',
  ' ': '00000 00000 00000 00000 00000 00000 00000',
}

const LETTER_WIDTH = 5

/** Returns a sign's dots, seven rows of five; a box for an unknown sign. */
function dotsOf(sign: string): boolean[][] {
  const rows = (drawn[sign] ?? '11111 10001 10001 10001 10001 10001 11111').split(' ')
  return rows.map((row) => [...row].map((dot) => dot === '1'))
}

export type Colour = readonly [number, number, number]

export class Picture {
  readonly width: number
  readonly height: number
  readonly #dots: Uint8Array
  readonly #colours: Colour[]

  constructor(width: number, height: number, background: Colour) {
    this.width = width
    this.height = height
    this.#dots = new Uint8Array(width * height)
    this.#colours = [background]
  }

  fill(x: number, y: number, width: number, height: number, colour: Colour): void {
    const ink = this.#ink(colour)
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row += 1) {
      const from = row * this.width
      this.#dots.fill(ink, from + Math.max(0, x), from + Math.min(this.width, x + width))
    }
  }

  disc(x: number, y: number, radius: number, colour: Colour): void {
    for (let row = -radius; row <= radius; row += 1) {
      const half = Math.round(Math.sqrt(radius * radius - row * row))
      this.fill(x - half, y + row, 2 * half + 1, 1, colour)
    }
  }

  write(text: string, x: number, y: number, scale: number, colour: Colour): void {
    ;[...text].forEach((sign, index) => {
      const left = x + index * (LETTER_WIDTH + 1) * scale
      dotsOf(sign).forEach((row, down) => {
        row.forEach((on, across) => {
          if (on) this.fill(left + across * scale, y + down * scale, scale, scale, colour)
        })
      })
    })
  }

  writeCentred(text: string, y: number, scale: number, colour: Colour): void {
    this.write(text, Math.round((this.width - textWidth(text, scale)) / 2), y, scale, colour)
  }

  #ink(colour: Colour): number {
    const known = this.#colours.findIndex((one) => one.join() === colour.join())
    return known >= 0 ? known : this.#colours.push(colour) - 1
  }

  toPng(): Buffer {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(this.width, 0)
    header.writeUInt32BE(this.height, 4)
    // Eight bits a pixel, palette; PNG allows only zeros for the rest.
    header.set([8, 3, 0, 0, 0], 8)
    const lines = Buffer.alloc((this.width + 1) * this.height)
    for (let row = 0; row < this.height; row += 1) {
      lines.set(this.#dots.subarray(row * this.width, (row + 1) * this.width), row * (this.width + 1) + 1)
    }
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(this.#colours.flat())),
      chunk('IDAT', deflateSync(lines)),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
}

const textWidth = (text: string, scale: number): number => ([...text].length * (LETTER_WIDTH + 1) - 1) * scale

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
