import { expect, test } from 'vitest'
import { qrOfPicture, readShopQr } from './qr-photo.tsx'

const QR =
  'upi://pay?pa=mehfil.events@hdfcbank&pn=Mehfil%20Events&mc=7922&tr=STATIC&mode=02&orgid=159761&sign=MEUCIQDx%2B%3D'

test('takes the UPI id, the name and the category of a merchant’s QR', () => {
  expect(readShopQr(QR)).toEqual({ upiId: 'mehfil.events@hdfcbank', payeeName: 'Mehfil Events', upiMcc: '7922' })
  expect(readShopQr(` ${QR.replace('upi://pay', 'UPI://PAY')}\n`)).toEqual(readShopQr(QR))
  expect(readShopQr('upi://pay?pn=Asha+Rao&pa=asha%40okaxis')).toEqual({
    upiId: 'asha@okaxis',
    payeeName: 'Asha Rao',
    upiMcc: '',
  })
})

test('0000 is a person’s, and other words are no category', () => {
  for (const mc of ['0000', '', '79', 'abcd', '79220'])
    expect(readShopQr(`upi://pay?pa=asha@okaxis&mc=${mc}`), mc).toMatchObject({ upiMcc: '' })
})

test.each([
  '',
  'asha@okaxis',
  'upi://pay',
  'upi://pay?pa=nobody',
  'upi://mandate?pa=a.b@bank',
  'https://x?pa=a.b@bank',
  'upi://pay?pa=%',
])('%j is no shop’s QR', (text) => expect(readShopQr(text)).toBeNull())

test('a picture’s one QR with a UPI id is taken, whatever else is in it', () => {
  const shop = readShopQr(QR)
  expect(qrOfPicture([QR])).toEqual(shop)
  expect(qrOfPicture(['https://instagram.com/mehfil', QR, QR.replace('STATIC', 'STATIC2')])).toEqual(shop)
})

test('a picture without a QR, without a UPI id or with those of two shops says so', () => {
  expect(qrOfPicture([])).toMatch(/^No QR was found in this picture/)
  expect(qrOfPicture(['https://instagram.com/mehfil', 'upi://pay?pa=nobody'])).toMatch(/has no UPI id/)
  for (const other of ['upi://pay?pa=asha@okaxis', QR.replace('7922', '5812'), QR.replace('Events', 'Nights')])
    expect(qrOfPicture([QR, other]), other).toMatch(/more than one/)
})
