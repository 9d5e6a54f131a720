import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BarTable } from './bar-table.tsx'

test('bars of all rows share one scale, from below 0 where a row ends there', () => {
  const drawn = renderToStaticMarkup(
    <BarTable
      caption="Money"
      head={['What', 'Amount']}
      rows={[
        { label: 'Paid', parts: [{ size: 60, look: 'bg-ink' }], value: '₹60' },
        { label: 'Off', from: 30, parts: [{ size: 30, look: 'bg-muted' }], value: '−₹30' },
        { label: 'Loss', from: -40, parts: [{ size: 40, look: 'bg-bad' }], value: '−₹40', sum: true },
      ]}
    />,
  )
  expect(drawn.match(/padding-left:[^"]*|width:[^"]*/g)).toEqual([
    ...['padding-left:40%', 'width:60%'],
    ...['padding-left:70%', 'width:30%'],
    ...['padding-left:0%', 'width:40%'],
  ])
  expect(drawn).toContain('Money</caption>')
})
