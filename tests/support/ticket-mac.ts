import { createHash, createHmac } from 'node:crypto'
import { signedBytes, type TicketCode } from '../../src/shop/tickets/ticket-code.ts'

const MAC_BYTES = 16

/** The database's key: gates of this version have none, and find a code of version 1 in their list. */
const macOf = (ticket: Readonly<TicketCode>, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(signedBytes(ticket)).digest().subarray(0, MAC_BYTES)

/** Whether `key`'s 32 bytes signed this code of version 1. */
export const isSigned = (ticket: Readonly<TicketCode>, key: Uint8Array): boolean =>
  macOf(ticket, key).toString('hex') === ticket.signature

/** Whether it is the code of a test order's ticket, which carries no MAC: no gate admits it. */
export const isTestCode = (ticket: Readonly<TicketCode>, key: Uint8Array): boolean =>
  testSignature(macOf(ticket, key)) === ticket.signature

/** What a test ticket carries in place of the MAC, 32 hex digits. Same as `private.test_signature`. */
export const testSignature = (mac: Uint8Array): string =>
  createHash('sha256').update('test').update(mac).digest().subarray(0, MAC_BYTES).toString('hex')
