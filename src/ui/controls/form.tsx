import type { ComponentProps } from 'react'

/** Shows a form that checks its fields itself. While `busy` it is not sent again. */
export function Form({
  busy = false,
  onSend,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & { busy?: boolean; onSend: () => unknown }) {
  return (
    <form
      {...form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void onSend()
      }}
    />
  )
}
