/** The state of an entry of the history that shows every concert, whatever city is remembered on this device. */
export interface WholeList {
  whole: true
}

/** For a link that promises all concerts. */
export const WHOLE_LIST: WholeList = { whole: true }
