import { askToPersist } from '#shop/device/store.ts'

let asked = false

/** Requests persistent storage, once per page, when there is a ticket to keep. */
export function askForTicketKeeping(): void {
  if (asked) return
  asked = true
  void askToPersist()
}
