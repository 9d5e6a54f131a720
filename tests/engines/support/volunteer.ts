import type { Screen } from './screen.ts'

/** One round of the gate's sync, and the longest backoff before it. */
const SYNC_MS = 120_000

const WORKER_MS = 90_000

export class Volunteer {
  readonly gate: string
  readonly screen: Screen

  constructor(gate: string, screen: Screen) {
    this.gate = gate
    this.screen = screen
  }

  async prepares(eventName: string): Promise<void> {
    const { screen } = this
    await screen.opens('/admin/scan')
    await screen.role('checkbox', new RegExp(eventName)).press()
    await screen.text(/^List of \d+ tickets? · /).isThere()
    await screen.label('Gate name').fill(this.gate)
    await screen.role('button', 'Test scan').press()
    // The worker may still be installing what starts the scanner offline.
    await screen.text('Scanner stored on this device').isThere(WORKER_MS)
    await screen.text('The decoder read the test code').isThere()
    await screen.role('button', 'Open the gate').press()
    await screen.role('button', 'Type code').isThere()
  }

  async typesCode(code: string, verdict: string): Promise<void> {
    const { screen } = this
    await screen.role('button', 'Type code').press()
    const dialog = screen.role('dialog', 'Type the code')
    await dialog.role('textbox').fill(code)
    await dialog.role('button', 'Check').press()
    await screen.role('alert').role('heading', verdict).isThere()
  }

  async goesOn(): Promise<void> {
    await this.screen.role('alert').role('button', 'Next').press()
    await this.screen.role('alert').role('heading', 'CHECK').isGone()
  }

  async waitsForTheNext(): Promise<void> {
    await this.screen.role('heading', 'ENTER').isGone()
  }

  async hearsThatItCameTwice(seat: string): Promise<void> {
    await this.screen.role('alert', undefined, { saying: `Seat ${seat} was let in twice` }).isThere(SYNC_MS)
  }
}
