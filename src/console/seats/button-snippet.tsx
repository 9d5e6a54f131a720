import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { paths } from '#ui/paths.ts'
import { copyText } from '../kit/copy-text.tsx'

/** A snippet for the organiser's own page, which shows a button that opens the shop at this event. */
export function ButtonSnippet({ eventId }: { eventId: string }) {
  const [open, setOpen] = useState(false)
  const { origin } = globalThis.location
  const snippet = [
    `<a href="${origin}${paths.event(eventId)}" data-mehfil-event="${eventId}">Get tickets</a>`,
    `<script src="${origin}/button.js" async></script>`,
  ].join('\n')
  return (
    <>
      <button type="button" className="link min-h-6" onClick={() => setOpen(true)}>
        Button for your site
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Button for your site"
        size="narrow"
        footer={
          <Button kind="solid" onClick={() => void copyText(snippet)}>
            Copy snippet
          </Button>
        }
      >
        <p>
          Put these two lines into your own page where the button should be. They show a button that opens this event in
          the shop; where scripts are off, a link. Nothing is stored or counted on your page.
        </p>
        <pre
          tabIndex={0}
          aria-label="Snippet"
          className="my-4 rounded-control bg-sunk p-3 font-mono text-2 break-all whitespace-pre-wrap select-all"
        >
          {snippet}
        </pre>
        <p className="text-2 text-muted">
          The link’s text is the button’s. In Hindi or Marathi, write it in that language, or leave it out and give your
          page its lang.
        </p>
      </Dialog>
    </>
  )
}
