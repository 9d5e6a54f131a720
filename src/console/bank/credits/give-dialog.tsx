import { useState } from 'react'
import { readOrderCode, type Credit } from '#shop/bank/credit.ts'
import type { CreditPart } from '#shop/bank/credits.api.ts'
import { readAmount } from '#shop/box-office/cash.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { useAskingClose } from '../../kit/unsaved-work.ts'
import { give, share } from './credit-actions.ts'
import type { DialogProps } from './credit-dialogs.tsx'
import { creditFailureText, namesExactly } from './credit-words.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'

/** The database shares a credit among no more. */
const MOST_ORDERS = 20

interface Line {
  id: number
  code: string
  /** Empty: the order's price. */
  amount: string
  problem: { code?: string; amount?: string }
}

const newLine = (id: number, code = ''): Line => ({ id, code, amount: '', problem: {} })

/** The orders that the credit names, where it names several; else an empty line. */
function firstLines({ likely }: Credit): readonly Line[] {
  const named = likely.filter(namesExactly)
  return named.length > 1 ? named.map(({ orderCode }, id) => newLine(id, orderCode)) : [newLine(0)]
}

/** Returns what a line says, and what is wrong with it. */
function readLine(
  { code, amount }: Line,
  before: readonly Line[],
): { part: CreditPart | null; problem: Line['problem'] } {
  const orderCode = readOrderCode(code)
  if (orderCode === null)
    return { part: null, problem: { code: 'An order’s code is MF and eight signs, such as MF7K2QX4MD.' } }
  if (before.some((line) => readOrderCode(line.code) === orderCode))
    return { part: null, problem: { code: 'This order is above already.' } }
  if (amount.trim() === '') return { part: { orderCode, amount: null }, problem: {} }
  const typed = readAmount(amount)
  return typed
    ? { part: { orderCode, amount: typed }, problem: {} }
    : { part: null, problem: { amount: 'An amount in rupees, such as 1,240.00.' } }
}

/** Gives a credit to an order, or shares it among several that one transfer paid. */
export function GiveDialog({ credit, onClose, onChanged }: DialogProps) {
  const [first] = useState(() => firstLines(credit))
  const [lines, setLines] = useState(first)
  const { busy, failure, run } = useAction((parts: readonly CreditPart[]) =>
    parts.length === 1 && parts[0]!.amount === null
      ? give(credit, parts[0]!.orderCode, onChanged)
      : share(credit, parts, onChanged),
  )
  const close = useAskingClose(
    lines.some(({ code, amount }, n) => code.trim() !== (first[n]?.code ?? '') || amount.trim() !== ''),
    onClose,
  )
  const several = lines.length > 1
  const change = (id: number, to: Partial<Line>) =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...to } : line)))
  const confirm = async () => {
    const filled = lines.filter(({ code, amount }) => (code + amount).trim() !== '')
    const meant = filled.length > 0 ? filled : lines.slice(0, 1)
    const read = meant.map((line, n) => readLine(line, meant.slice(0, n)))
    setLines(meant.map((line, n) => ({ ...line, problem: read[n]!.problem })))
    const parts = read.flatMap(({ part }) => part ?? [])
    if (parts.length === meant.length && (await run(parts))?.ok) onClose()
  }
  return (
    <FormDialog
      form={{ busy, failure, submit: confirm, close }}
      question={`Give ${exactRupees(credit.amount)} to ${several ? 'orders' : 'an order'}`}
      confirmLabel="Give"
      enters
      words={creditFailureText}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        The customer reads the code in their order and in the mail. An order that was never submitted becomes a payment
        when its credits reach its price. You decide payments as always.
      </p>
      {lines.map((line, n) => (
        <fieldset key={line.id} className="mb-4 grid grid-cols-2 gap-x-4">
          <legend className="sr-only">Order {n + 1}</legend>
          <TextField
            label="Order code"
            value={line.code}
            error={line.problem.code}
            maxLength={20}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            data-autofocus=""
            onChange={(event) => change(line.id, { code: event.target.value })}
          />
          <TextField
            label="Amount"
            placeholder="Its price"
            value={line.amount}
            error={line.problem.amount}
            inputMode="decimal"
            autoComplete="off"
            onChange={(event) => change(line.id, { amount: event.target.value })}
          />
        </fieldset>
      ))}
      {several ? <p className="mb-4 text-2 text-muted">What is left stays open.</p> : null}
      {lines.length < MOST_ORDERS ? (
        <Button
          kind="line"
          small
          type="button"
          onClick={() => setLines([...lines, newLine(Math.max(...lines.map(({ id }) => id)) + 1)])}
        >
          Another order
        </Button>
      ) : null}
    </FormDialog>
  )
}
