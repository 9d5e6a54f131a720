import { askToPersist } from '#shop/device/store.ts'

let asked = false

/** There is a ticket to keep: asks the browser, once per page, not to clear the shop's data. */
export function askForTicketKeeping(): void {
  if (asked) return
  asked = true
  void askToPersist()
}
