import { expect, it } from 'vitest'
import { invitationText, mailUrl, whatsappUrl } from './guest-words.ts'

it('writes to the number of the guest, and lets staff choose without one', () => {
  expect(whatsappUrl('98200 12345', 'a & b')).toBe('https://wa.me/919820012345?text=a%20%26%20b')
  expect(whatsappUrl('+44 20 7946 0000', 'x')).toBe('https://wa.me/442079460000?text=x')
  for (const none of [null, '', 'asha@example.in', '12', '98200 12345/phone=1'])
    expect(whatsappUrl(none, 'x')).toBe('https://wa.me/?text=x')
})

it('a contact adds nothing to a mail but its address', () => {
  expect(mailUrl('asha@example.in', 'S', 'T')).toBe('mailto:asha@example.in?subject=S&body=T')
  for (const none of [null, '98200 12345', 'a@x.in?bcc=b@x.in', 'a@x.in,b@x.in', 'a@x.in&cc=b@x.in'])
    expect(mailUrl(none, 'S', 'T')).toBe('mailto:?subject=S&body=T')
})

it('tells what the link is', () => {
  const event = { name: 'Asha Rao, Pune', date: '2026-11-28T13:30:00.000Z' }
  const text = invitationText('Ravi', 2, event, 'https://shop/ticket#x')
  expect(text).toContain('Ravi, here is your ticket for 2 people: Asha Rao, Pune, ')
  expect(text.endsWith('\nhttps://shop/ticket#x')).toBe(true)
})

it('a contact of telephone and e-mail gives the chat the number, and the mail the address', () => {
  const contact = '98200 12345 · asha@example.in'
  expect(whatsappUrl(contact, 'Hi')).toBe('https://wa.me/919820012345?text=Hi')
  expect(mailUrl(contact, 'Ticket', 'Hi')).toBe('mailto:asha@example.in?subject=Ticket&body=Hi')
})
