/** How a row is drawn; lengths in seat widths. docs/layout-schema.md says what each means. */
export interface RowShape {
  /** How far its ends are nearer to the stage than its middle, on an arc. */
  curve?: number
  /** To the right. */
  shift?: number
  /** Between it and the row before. */
  gap?: number
}
/** `null` is an aisle; numbers are seats. */
export interface LayoutRow extends RowShape {
  label: string
  seats: (number | null)[]
  blocked?: number[]
  wheelchair?: number[]
}
/** Where a section is: the middle of its upper edge, in seat widths, and its turn, clockwise in degrees. All of a layout or none. */
export interface SectionPlace {
  x?: number
  y?: number
  turn?: number
}
export interface LayoutSection extends SectionPlace {
  code: string
  name: string
  rows: LayoutRow[]
}
/** A stage that is drawn among placed sections, not at an edge: the middle of its upper edge, and its size. */
export interface StagePlace {
  x: number
  y: number
  width: number
  height: number
}
export interface LayoutData {
  stage: string
  platform?: StagePlace
  sections: LayoutSection[]
}

/** Returns what a stored layout draws; of one that cannot be read, nothing. */
export const drawingOf = (data: Partial<LayoutData> | null): LayoutData => ({
  stage: data?.stage ?? '',
  ...(data?.platform ? { platform: data.platform } : {}),
  sections: data?.sections ?? [],
})
