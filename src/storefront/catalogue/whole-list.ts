/** History state: shows every concert, whatever city is remembered. */
export interface WholeList {
  whole: true
}

export const WHOLE_LIST: WholeList = { whole: true }
