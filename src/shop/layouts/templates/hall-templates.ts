import type { LayoutData } from '#shop/layouts/layout.ts'
import { block, table, wedge } from './blocks.ts'

export interface HallTemplate {
  name: string
  data: LayoutData
}

/** Stalls in three blocks and a balcony, all bent around a stage behind a frame. */
function proscenium(): LayoutData {
  const around = { x: 0, y: -18 }
  return {
    stage: 'top',
    sections: [
      wedge({ code: 'STAL', name: 'Stalls', rows: 14, radius: 22, from: -16, to: 16, around, wheelchairs: 13 }),
      wedge({ code: 'STLL', name: 'Stalls left', rows: 14, radius: 22, from: -35, to: -19, around }),
      wedge({ code: 'STLR', name: 'Stalls right', rows: 14, radius: 22, from: 19, to: 35, around }),
      wedge({ code: 'BALC', name: 'Balcony', rows: 6, radius: 39, from: -16, to: 16, around }),
      wedge({ code: 'BALL', name: 'Balcony left', rows: 6, radius: 39, from: -33, to: -17.5, around }),
      wedge({ code: 'BALR', name: 'Balcony right', rows: 6, radius: 39, from: 17.5, to: 33, around }),
    ],
  }
}

/** Seats on three sides of a stage that comes out among them. */
const thrust = (): LayoutData => ({
  stage: 'top',
  platform: { x: 0, y: 0, width: 9, height: 11 },
  sections: [
    block({ code: 'FRNT', name: 'Front', rows: 8, groups: [9], x: 0, y: 13, wheelchairs: 0 }),
    wedge({ code: 'CNRL', name: 'Corner left', rows: 8, radius: 3, from: -76, to: -14, around: { x: -5, y: 11.5 } }),
    wedge({ code: 'CNRR', name: 'Corner right', rows: 8, radius: 3, from: 14, to: 76, around: { x: 5, y: 11.5 } }),
    block({ code: 'LEFT', name: 'Left', rows: 8, groups: [10], x: -6.5, y: 5.5, turn: 90 }),
    block({ code: 'RGHT', name: 'Right', rows: 8, groups: [10], x: 6.5, y: 5.5, turn: -90 }),
  ],
})

/** Seats on all sides of a stage or a floor. */
function arena(): LayoutData {
  const corner = { rows: 8, radius: 3 }
  return {
    stage: 'top',
    platform: { x: 0, y: 0, width: 15, height: 10 },
    sections: [
      block({ code: 'S', name: 'South', rows: 8, groups: [7, 7], x: 0, y: 12, wheelchairs: 0 }),
      block({ code: 'N', name: 'North', rows: 8, groups: [7, 7], x: 0, y: -2, turn: 180 }),
      block({ code: 'W', name: 'West', rows: 8, groups: [10], x: -9.5, y: 5, turn: 90 }),
      block({ code: 'E', name: 'East', rows: 8, groups: [10], x: 9.5, y: 5, turn: -90 }),
      wedge({ code: 'SW', name: 'South-west', ...corner, from: -75, to: -15, around: { x: -8, y: 10.5 } }),
      wedge({ code: 'SE', name: 'South-east', ...corner, from: 15, to: 75, around: { x: 8, y: 10.5 } }),
      wedge({ code: 'NW', name: 'North-west', ...corner, from: -165, to: -105, around: { x: -8, y: -0.5 } }),
      wedge({ code: 'NE', name: 'North-east', ...corner, from: 105, to: 165, around: { x: 8, y: -0.5 } }),
    ],
  }
}

/** Twelve tables of six before a small stage, and stools behind them. */
const club = (): LayoutData => ({
  stage: 'top',
  sections: [
    ...Array.from({ length: 12 }, (_, at) => {
      const [line, place] = [Math.floor(at / 4), at % 4]
      return table(at + 1, (place - 1.5) * 6 + (line % 2 === 1 ? 1.5 : -1.5), line * 6)
    }),
    block({ code: 'BAR', name: 'Bar stools', rows: 2, groups: [10, 10], x: 0, y: 18.5, stagger: 0.5 }),
  ],
})

/** An open field before a stage: chairs near it, then zones of marked places. */
function lawn(): LayoutData {
  const around = { x: 0, y: 0 }
  return {
    stage: 'top',
    sections: [
      wedge({ code: 'FRNT', name: 'Front chairs', rows: 6, radius: 14, from: -42, to: 42, around, wheelchairs: 5 }),
      wedge({ code: 'MIDL', name: 'Middle left', rows: 12, radius: 23, from: -44, to: -2, around }),
      wedge({ code: 'MIDR', name: 'Middle right', rows: 12, radius: 23, from: 2, to: 44, around }),
      wedge({ code: 'LAWL', name: 'Lawn left', rows: 14, radius: 39, from: -46, to: -17, around }),
      wedge({ code: 'LAWN', name: 'Lawn', rows: 14, radius: 39, from: -15, to: 15, around }),
      wedge({ code: 'LAWR', name: 'Lawn right', rows: 14, radius: 39, from: 17, to: 46, around }),
    ],
  }
}

/** A plain room: staggered rows on risers, and two rows along each wall. */
const blackBox = (): LayoutData => ({
  stage: 'top',
  platform: { x: 0, y: 0, width: 12, height: 7 },
  sections: [
    block({ code: 'MAIN', name: 'Main', rows: 7, groups: [12], x: 0, y: 9, stagger: 0.5, wheelchairs: 0 }),
    block({ code: 'LEFT', name: 'Left wall', rows: 2, groups: [6], x: -8, y: 3.5, turn: 90 }),
    block({ code: 'RGHT', name: 'Right wall', rows: 2, groups: [6], x: 8, y: 3.5, turn: -90 }),
  ],
})

/** Halls that people know, to begin with. */
export const hallTemplates: readonly HallTemplate[] = [
  { name: 'Theatre with a balcony', data: proscenium() },
  { name: 'Thrust stage', data: thrust() },
  { name: 'Arena', data: arena() },
  { name: 'Club with tables', data: club() },
  { name: 'Lawn with zones', data: lawn() },
  { name: 'Black box', data: blackBox() },
]
