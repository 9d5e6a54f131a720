import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

test('a button of a picture alone has a name', () => {
  expect(
    renderToStaticMarkup(
      <IconButton label="Close">
        <Icon name="close" />
      </IconButton>,
    ),
  ).toContain('aria-label="Close"')
})

test('a busy button says so, and cannot be pressed', () => {
  const busy = renderToStaticMarkup(
    <Button busy busyLabel="Approving...">
      Approve
    </Button>,
  )
  expect(busy).toContain('aria-disabled="true"')
  expect(busy).toContain('Approving...')
})
