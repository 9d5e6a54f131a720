import { useEffect, useRef, type ReactNode } from 'react'
import { admissibleSeats, type Verdict } from '#shop/gate/decision.ts'
import { classes } from '#ui/controls/classes.ts'
import { isStanding } from '#shop/seats/standing.ts'
import { t } from '#ui/messages/messages.ts'
import type { Shown } from '../gate-session.ts'
import { otherLanguage, otherWord, reasonWords, verdictFacts, decisionLines } from './verdict-words.ts'
import { verdicts } from './verdicts.ts'

const LONG_WORD = 5

/** Fills the screen with the answer. Nothing moves or flashes. */
export function VerdictScreen({
  shown,
  gate,
  head,
  problem,
  actions,
  onTick,
}: {
  shown: Shown
  gate: string
  head: ReactNode
  problem: string | null
  actions: ReactNode
  onTick: (seat: string) => void
}) {
  const { judged, ticked, letIn } = shown
  const { verdict } = judged.decision
  const lines = decisionLines(judged.decision)
  // Devanagari's marks need room above and below the letters.
  const isLatin = otherLanguage() !== 'en'
  const screen = useRef<HTMLElement>(null)
  // oxlint-disable-next-line exhaustive-effect-dependencies -- each turn is another verdict
  useEffect(() => screen.current?.focus({ preventScroll: true }), [shown.turn])
  const may = admissibleSeats(judged.decision)
  const standing = isStanding(may.seats)
  // A person keeps the number while others of the ticket are let in.
  const own = judged.ticket?.seats ?? []
  const all = may.seats.every((seat) => own.includes(seat)) ? own : may.seats
  const small = ticked !== null && may.seats.length > 1
  return (
    <main
      ref={screen}
      id="main"
      tabIndex={-1}
      role="alert"
      data-verdict={verdict}
      className={classes(
        'safe-x fixed inset-0 z-10 flex flex-col overflow-y-auto overscroll-none outline-none',
        verdicts[verdict].ground,
      )}
    >
      {head}
      <div className="flex min-h-0 flex-1 flex-col justify-center px-4 py-4 desk:px-12">
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className={classes('-ml-1.5 flex-none fill-none stroke-current', small ? 'size-10' : 'size-16')}
          strokeWidth="2.6"
          strokeLinecap="square"
        >
          <path d={verdicts[verdict].icon} />
        </svg>
        <h1
          aria-label={lines.join(' ')}
          className={classes(
            '-ml-[.03em] font-[700]',
            small ? 'mt-2' : 'mt-3.5',
            isLatin ? 'leading-[.84] tracking-[-.025em] [font-stretch:75%]' : 'leading-[1.1]',
            small
              ? isLatin
                ? 'text-[length:min(30vw,16dvh)]'
                : 'text-[length:min(20vw,10dvh)]'
              : !isLatin
                ? lines.length > 1
                  ? 'text-[length:min(25vw,16dvh)]'
                  : 'text-[length:min(32vw,20dvh)]'
                : lines.length > 1 || lines.some((line) => line.length > LONG_WORD)
                  ? 'text-[length:min(35vw,22dvh)]'
                  : 'text-[length:min(50vw,36dvh)]',
          )}
        >
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </h1>
        <p
          lang={otherLanguage()}
          className={classes(
            'mt-3.5 text-[length:clamp(2rem,4vw,3rem)] leading-tight font-[600]',
            isLatin ? 'font-deva' : '[font-stretch:75%]',
          )}
        >
          {otherWord(judged.decision)}
        </p>
        <p className="mt-1.5 max-w-[28ch] text-4 text-balance desk:max-w-[50ch]">{reasonWords(judged, letIn)}</p>
        {problem && <p className="mt-3 text-3 font-strong">{problem}</p>}
      </div>
      {ticked && may.seats.length > 1 ? (
        <fieldset className="border-t border-current/35 px-4 pt-2.5 pb-1 desk:px-12">
          <legend className="float-left mb-2 w-full text-2">
            {may.most < may.seats.length
              ? t('gate.whoAtMost', { n: may.most })
              : t(standing ? 'gate.standing.who' : 'gate.who')}
          </legend>
          <div className="clear-both flex flex-wrap gap-2 pb-2">
            {may.seats.map((seat) => {
              const on = ticked.includes(seat)
              return (
                <button
                  key={seat}
                  type="button"
                  role="checkbox"
                  aria-checked={on}
                  onClick={() => onTick(seat)}
                  className={classes(
                    'min-h-11 min-w-16 cursor-pointer rounded-control border border-current px-3 pt-0.5 font-strong tabular-nums',
                    on ? verdicts[verdict].fill : 'opacity-80',
                  )}
                >
                  <span aria-hidden="true">{on ? '✓ ' : ''}</span>
                  {standing ? t('gate.standing.person', { n: all.indexOf(seat) + 1 }) : seat}
                </button>
              )
            })}
          </div>
        </fieldset>
      ) : null}
      <dl className="grid border-t border-current/35 px-4 pt-1 desk:grid-cols-4 desk:gap-x-6 desk:px-12">
        {verdictFacts(judged, letIn, gate)
          .slice(0, small ? 3 : 4)
          .map(({ label, value }) => (
            <div
              key={label}
              className="grid grid-cols-[84px_1fr] border-b border-current/22 pt-[7px] pb-[5px] last:border-0 desk:block desk:border-0 desk:py-3"
            >
              <dt className="text-2">{label}</dt>
              <dd className="min-w-0 font-strong break-words tabular-nums desk:text-4">{value}</dd>
            </div>
          ))}
      </dl>
      <div className="flex gap-3 px-4 pt-3 pb-[calc(14px+env(safe-area-inset-bottom))] desk:px-12">{actions}</div>
    </main>
  )
}

export function VerdictButton({
  verdict,
  fill,
  children,
  ...rest
}: { verdict: Verdict; fill?: boolean; children: ReactNode } & React.ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(
        'min-h-12 flex-1 cursor-pointer rounded-control border border-current px-3 pt-0.5 text-3 leading-tight font-strong tabular-nums disabled:cursor-not-allowed disabled:opacity-60 desk:min-w-[200px] desk:flex-none',
        'focus-visible:outline-current',
        fill && verdicts[verdict].fill,
      )}
    >
      {children}
    </button>
  )
}
